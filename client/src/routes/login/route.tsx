import { useHead } from '~/lib/head'
import { Section } from '~/ui/Layout'

export function Component() {
  useHead({ title: 'Login' })
  return (
    <Section>
      <h1>Login</h1>
    </Section>
  )
}
