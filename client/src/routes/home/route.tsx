import { useHead } from '~/lib/head'
import { Section } from '~/ui/Layout'

export function Component() {
  useHead({ title: 'Home' })
  return (
    <Section>
      <h1>Home</h1>
    </Section>
  )
}
