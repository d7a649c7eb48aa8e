import { pages } from '~/app/pages'

const patterns = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as Record<
  keyof typeof pages,
  string
>

/** Addresses of pages by their names in app/pages.ts, so that the compiler checks links. */
export const paths = {
  ...patterns,
  product: (id: string) => `/products/${encodeURIComponent(id)}`,
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  category: (category: string) => `/products?category=${encodeURIComponent(category)}`,
  compare: (ids: readonly string[]) => `/compare?products=${ids.map(encodeURIComponent).join(',')}`,
  search: (text: string) => `/products?q=${encodeURIComponent(text)}`,
} as const
