import { useHead } from '~/lib/head'
import { Section } from '~/ui/Layout'

export function Component() {
  useHead({ title: 'Cart' })
  return (
    <Section>
      <h1>Cart</h1>
    </Section>
  )
}
