import { useHead } from '~/lib/head'
import { Section } from '~/ui/Layout'

export function Component() {
  useHead({ title: 'Register' })
  return (
    <Section>
      <h1>Register</h1>
    </Section>
  )
}
