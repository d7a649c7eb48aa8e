import { matchRoutes, type RouteObject } from 'react-router-dom'
import type { PageHandle, Question } from '~/lib/first'
import { publicRoutes } from '~/routes/public'

/** Loads a page's module for good: a router that is made later shows it at once. */
export async function load(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
}

/** The questions that the public page at an address begins with, once its module is there; undefined when there is none. */
export async function firstQuestions(pathname: string, search: string): Promise<Question[] | undefined> {
  const [match] = matchRoutes(publicRoutes, pathname) ?? []
  if (!match) return undefined
  await load(match.route)
  const { first } = match.route.handle as PageHandle
  return first({ params: match.params, search: new URLSearchParams(search) })
}
