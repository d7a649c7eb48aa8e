import { brand } from '~/lib/brand'
import { paths } from '~/lib/paths'
import type { ProductQuery } from './Product.gen'

const address = (path: string) => new URL(path, window.location.origin).href

/** The product for search engines: what it is, what it costs, and where the page stands. */
export function structuredData(product: NonNullable<ProductQuery['product']>) {
  const { id, name, model, category, image, shortDesc, price, rating, numOfReviews, reviews } = product
  const url = address(paths.product(id))
  return [
    {
      '@type': 'Product',
      name,
      url,
      sku: id,
      mpn: model ?? undefined,
      category,
      image: image ? address(image.url) : undefined,
      description: shortDesc || undefined,
      brand: { '@type': 'Brand', name: brand.name },
      offers: price
        ? {
            '@type': 'Offer',
            url,
            price: price.amount,
            priceCurrency: price.currency,
            availability: `https://schema.org/${availability(product)}`,
          }
        : undefined,
      aggregateRating:
        numOfReviews > 0
          ? { '@type': 'AggregateRating', ratingValue: rating, reviewCount: numOfReviews }
          : undefined,
      review: reviews.nodes.map((review) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name: review.name },
        reviewRating: { '@type': 'Rating', ratingValue: review.rating },
        reviewBody: review.comment,
        datePublished: review.createdAt,
      })),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: address(paths.home) },
        { '@type': 'ListItem', position: 2, name: 'All Products', item: address(paths.products) },
        { '@type': 'ListItem', position: 3, name, item: url },
      ],
    },
  ]
}

function availability({ comingSoon, isPreorder, maxQuantity }: NonNullable<ProductQuery['product']>) {
  if (comingSoon || isPreorder) return 'PreOrder'
  return maxQuantity > 0 ? 'InStock' : 'OutOfStock'
}
