import type { Draft } from './draftForm'

type Published = {
  product: Pick<Draft['product'], 'name' | 'listed'>
  changes: readonly Pick<Draft['changes'][number], 'name' | 'after'>[]
}

/** The words of the question whether to publish a draft, which may hide the product or show it. */
export function publishWords({ product, changes }: Published) {
  const name = product.name || 'this product'
  const listed = changes.find((change) => change.name === 'listed')
  const others = changes.length > 1 ? ' The other changes are published, too.' : ''
  if (listed?.after === 'false')
    return {
      title: `Hide ${name}?`,
      lead: `It leaves the catalogue and the search.${others}`,
      ...{ action: 'Hide', working: 'Hiding...', done: 'Hidden' },
    }
  if (listed?.after === 'true')
    return {
      title: `Show ${name} in the catalogue?`,
      lead: `Visitors find it at once.${others}`,
      ...{ action: 'Show', working: 'Publishing...', done: 'Published' },
    }
  return {
    title: `Publish ${name}?`,
    lead: product.listed ? undefined : 'It stays out of the catalogue.',
    done: 'Published',
  }
}
