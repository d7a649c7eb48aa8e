import type { RouteObject } from 'react-router-dom'
import { modules, type PageModule } from './modules'
import { notFound, type Page, pages } from './pages'

async function loadModule({ path, module, access }: Page): Promise<PageModule> {
  const all = access === 'admin' ? (await import('./screens')).screens : modules
  const load = all[`../features/${module}.tsx`]
  if (!load) throw new Error(`${path} has no module features/${module}.tsx`)
  return load()
}

/** The route of a page, whose ID is its path and whose handle is its entry in pages.ts. */
export const routeOf = (page: Page): RouteObject => ({
  id: page.path,
  path: page.path,
  handle: page,
  lazy: async () => {
    const { default: Component, loader } = await loadModule(page)
    return { Component, loader }
  },
})

/** Pages that are the same for every visitor: the server renders them, and links to them are prefetched. */
export const publicRoutes = Object.values<Page>(pages)
  .filter(({ rendered }) => rendered)
  .map(routeOf)

/** The route of all other addresses. */
export const notFoundRoute: RouteObject = {
  id: notFound.path,
  path: notFound.path,
  handle: notFound,
  lazy: async () => ({ Component: (await import('./NotFoundPage')).default }),
}
