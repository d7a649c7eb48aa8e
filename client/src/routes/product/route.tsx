import { useHead } from '~/lib/head'
import { Section } from '~/ui/Layout'

export function Component() {
  useHead({ title: 'Product' })
  return (
    <Section>
      <h1>Product</h1>
    </Section>
  )
}
