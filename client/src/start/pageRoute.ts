import { matchRoutes, type RouteObject } from 'react-router-dom'
import { notFoundRoute, publicRoutes } from '~/app/pageModules'
import type { LoaderArgs, PageData } from '~/lib/loader'

/** Loads a page's module for good: a router that is made later shows it at once. */
export async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
}

/** The public page at an address; undefined when there is none. */
export const matchPage = (pathname: string) => matchRoutes(publicRoutes, pathname)?.[0]

/** In the place of a page where there is none. */
export const notFoundPage = { route: notFoundRoute, params: {} }

/** Runs the loader of a public page, if it has one, once its module is there. */
export async function runLoader(
  { route, params }: Pick<NonNullable<ReturnType<typeof matchPage>>, 'route' | 'params'>,
  url: string,
) {
  await loadRoute(route)
  return (route.loader as ((args: LoaderArgs) => PageData) | undefined)?.({ params, request: { url } })
}
