import { useHead } from '~/lib/head'
import { Section } from '~/ui/Layout'

export function Component() {
  useHead({ title: 'Products' })
  return (
    <Section>
      <h1>Products</h1>
    </Section>
  )
}
