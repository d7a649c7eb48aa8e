import { useQuery } from '@apollo/client/react'
import type { TechnologiesDocument } from './Technologies.gen'
import type { NamedProduct } from './TechnologyCard'
import { technologies } from './technologies'

export const ids = [...new Set(Object.values(technologies).flat())].sort()

/**
 * Names of the products that the cards link to, from the catalogue. Products that no longer exist are left out; if the
 * catalogue can't be loaded, their IDs are shown, so that the links still work.
 */
export function useProductNames(products: {
  query: typeof TechnologiesDocument
  variables: { ids: string[] }
}) {
  const { data, error, refetch } = useQuery(products.query, products)
  const failed = Boolean(error && !data)
  const names = new Map(
    data?.productsByIds.flatMap((product) => (product ? [[product.id, product.name]] : [])),
  )

  function named(wanted: string[]): NamedProduct[] | undefined {
    if (failed) return wanted.map((id) => ({ id, name: `Product ${id}` }))
    if (!data) return undefined
    return wanted.flatMap((id) => {
      const name = names.get(id)
      return name ? [{ id, name }] : []
    })
  }
  return { named, failed, retry: () => void refetch().catch(() => {}) }
}
