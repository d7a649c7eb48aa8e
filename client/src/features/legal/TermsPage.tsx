import type { PageHandle } from '~/lib/first'
import { useHead } from '~/lib/head'
import { LegalText } from './LegalText'
import { termsSections } from './termsSections'

export const handle: PageHandle = { first: () => [] }

/** The terms of sale as this software carries them out; an operator has to have them checked. */
export function Component() {
  useHead({
    title: 'Terms',
    description: 'The terms of sale: offers, prices, payment, delivery, pre-orders, warranty and liability.',
  })
  return (
    <LegalText
      title="Terms"
      changed="2026-11-21"
      short={[
        'Prices are net; tax of 10% is added in the cart, shipping is free.',
        'You pay by bank transfer within 14 days, and we ship once the money has arrived.',
        'A pre-order is a request that costs nothing and binds nobody.',
        'Consumers may withdraw within 14 days of receiving the goods.',
      ]}
      sections={termsSections}
    />
  )
}
