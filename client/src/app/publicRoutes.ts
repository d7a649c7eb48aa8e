import type { RouteObject } from 'react-router-dom'

/**
 * The pages that everybody sees alike: the server renders them (start/server.tsx), and links to them are prefetched. Each module
 * names its first queries in a `handle`.
 */
export const publicRoutes: RouteObject[] = [
  { path: '/', lazy: () => import('~/features/home/HomePage') },
  { path: '/products', lazy: () => import('~/features/catalogue/ProductsPage') },
  { path: '/products/:id', lazy: () => import('~/features/product/ProductPage') },
  { path: '/compare', lazy: () => import('~/features/compare/ComparePage') },
  { path: '/register', lazy: () => import('~/features/auth/RegisterPage') },
  { path: '/about', lazy: () => import('~/features/about/AboutPage') },
  { path: '/software', lazy: () => import('~/features/software/SoftwarePage') },
  { path: '/technologies', lazy: () => import('~/features/technologies/TechnologiesPage') },
  { path: '/contact', lazy: () => import('~/features/contact/ContactPage') },
  { path: '/faq', lazy: () => import('~/features/faq/FaqPage') },
  { path: '/resources', lazy: () => import('~/features/resources/ResourcesPage') },
  { path: '/forgot-password', lazy: () => import('~/features/account/ForgotPasswordPage') },
  { path: '/privacy', lazy: () => import('~/features/legal/PrivacyPage') },
  { path: '/terms', lazy: () => import('~/features/legal/TermsPage') },
  { path: '/sitemap', lazy: () => import('~/features/sitemap/SitemapPage') },
]
