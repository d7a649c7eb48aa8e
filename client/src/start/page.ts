import { matchRoutes, type RouteObject } from 'react-router-dom'
import { loadModule, publicRoutes } from '~/app/pageModules'
import type { Question } from '~/lib/first'

/** Loads a page's module for good: a router that is made later shows it at once. */
export async function load(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
}

/** The public page at an address; undefined when there is none. */
export const pageAt = (pathname: string) => matchRoutes(publicRoutes, pathname)?.[0]

/** The questions that a public page begins with, once its module is there. */
export async function firstQuestions(
  { route, params }: NonNullable<ReturnType<typeof pageAt>>,
  search: string,
): Promise<Question[]> {
  await load(route)
  const { first } = await loadModule(route.handle)
  return first?.({ params, search: new URLSearchParams(search) }) ?? []
}
