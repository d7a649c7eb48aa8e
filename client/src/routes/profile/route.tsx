import { useHead } from '~/lib/head'
import { Section } from '~/ui/Layout'

export function Component() {
  useHead({ title: 'Profile' })
  return (
    <Section>
      <h1>Profile</h1>
    </Section>
  )
}
