import { faqPage } from '~/features/faq/faqPage'
import { paths } from '~/lib/paths'
import type { CatalogueQuery } from './Catalogue.gen'

const address = (path: string) => new URL(path, window.location.origin).href

/** The catalogue for search engines: the list, the questions, and where the page stands (spec 2). */
export function structuredData({ products, faqEntries }: CatalogueQuery, offset: number) {
  return [
    {
      '@type': 'ItemList',
      name: 'All Products',
      numberOfItems: products.totalCount,
      itemListElement: products.nodes.map(({ id, name, image }, index) => ({
        '@type': 'ListItem',
        position: offset + index + 1,
        url: address(paths.product(id)),
        name,
        image: image ? address(image.url) : undefined,
      })),
    },
    faqPage(faqEntries),
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: address(paths.home) },
        { '@type': 'ListItem', position: 2, name: 'All Products', item: address(paths.products) },
      ],
    },
  ]
}
