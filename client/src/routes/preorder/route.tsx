import { useHead } from '~/lib/head'
import { Section } from '~/ui/Layout'

export function Component() {
  useHead({ title: 'Preorder' })
  return (
    <Section>
      <h1>Preorder</h1>
    </Section>
  )
}
