import type { RouteObject } from 'react-router-dom'

/**
 * The pages that everybody sees alike: the server renders them (server.tsx), and links to them are prefetched. Each module
 * names its first queries in a `handle`.
 */
export const publicRoutes: RouteObject[] = [
  { path: '/', lazy: () => import('~/routes/home/route') },
  { path: '/products', lazy: () => import('~/routes/products/route') },
  { path: '/products/:id', lazy: () => import('~/routes/product/route') },
  { path: '/compare', lazy: () => import('~/routes/compare/route') },
  { path: '/register', lazy: () => import('~/routes/register/route') },
  { path: '/about', lazy: () => import('~/routes/about/route') },
  { path: '/software', lazy: () => import('~/routes/software/route') },
  { path: '/technologies', lazy: () => import('~/routes/technologies/route') },
  { path: '/contact', lazy: () => import('~/routes/contact/route') },
  { path: '/faq', lazy: () => import('~/routes/faq/route') },
  { path: '/resources', lazy: () => import('~/routes/resources/route') },
  { path: '/forgot-password', lazy: () => import('~/routes/forgot-password/route') },
  { path: '/privacy', lazy: () => import('~/routes/privacy/route') },
  { path: '/terms', lazy: () => import('~/routes/terms/route') },
  { path: '/sitemap', lazy: () => import('~/routes/sitemap/route') },
]
