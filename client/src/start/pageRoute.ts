import { matchRoutes, type RouteObject } from 'react-router-dom'
import { notFoundRoute, publicRoutes } from '~/app/pageModules'
import type { LoaderArgs, PageData } from '~/lib/loader'

/** Loads a page's module permanently: a router created later renders it synchronously. */
export async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
}

/** Finds the public page of an address; undefined if there is none. */
export const matchPage = (pathname: string) => matchRoutes(publicRoutes, pathname)?.[0]

/** Used when no page matches. */
export const notFoundPage = { route: notFoundRoute, params: {} }

/** Loads a public page's module and runs its loader, if it has one. */
export async function runLoader(
  { route, params }: Pick<NonNullable<ReturnType<typeof matchPage>>, 'route' | 'params'>,
  url: string,
) {
  await loadRoute(route)
  return (route.loader as ((args: LoaderArgs) => PageData) | undefined)?.({ params, request: { url } })
}
