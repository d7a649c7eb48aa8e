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
 * A link within this site. The router's own one brings what only its framework needs, 2 KB on every page, so Biome refuses to
 * import it.
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

/** A link in a menu: it is the current one on its page and on those below, or with `end` on its page alone. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useResolvedPath(rest.to)
  return <Link {...rest} aria-current={useMatch({ path: pathname, end }) ? 'page' : undefined} />
}
