import type { ComponentProps } from 'react'
import {
  type NavigateOptions,
  type To,
  useHref,
  useLinkClickHandler,
  useMatch,
  useResolvedPath,
} from 'react-router-dom'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset' | 'viewTransition'> & { to: To }

/**
 * A link within this site. React Router's own adds 2 KB of framework code to every page, so Biome forbids importing it.
 */
export function Link({
  to,
  replace,
  state,
  preventScrollReset,
  viewTransition,
  onClick,
  ...rest
}: LinkProps) {
  const follow = useLinkClickHandler(to, {
    replace,
    state,
    preventScrollReset,
    viewTransition,
    target: rest.target,
  })
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

/** A link in a menu. It is marked current on its page and pages below, or with `end` on its page only. */
export function NavLink({ end, ...rest }: LinkProps & { end: boolean }) {
  const { pathname } = useResolvedPath(rest.to)
  return <Link {...rest} aria-current={useMatch({ path: pathname, end }) ? 'page' : undefined} />
}
