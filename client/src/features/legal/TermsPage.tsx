import { LegalText } from './LegalText'
import { termsSections } from './termsSections'

/** The terms of sale as this software carries them out; an operator has to have them checked. */
export default function TermsPage() {
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
