import { useMutation } from '@apollo/client/react'
import { useRun } from '~/features/admin/kit/useRun'
import { after, type Customer, type Step, wordsOf } from './accountSteps'
import { CustomerSessionsEndDocument, CustomerUpdateDocument } from './CustomerEdits.gen'

const changes = {
  promote: { role: 'ADMIN' },
  demote: { role: 'USER' },
  block: { blocked: true },
  admit: { blocked: false },
} as const

/** Takes steps with an account. Each shows at once, in the list too, and goes back when it has failed. */
export function useStep(customer: Customer) {
  const [update] = useMutation(CustomerUpdateDocument)
  const [end] = useMutation(CustomerSessionsEndDocument)
  const run = useRun()

  async function send(step: Step) {
    const { id } = customer
    const expected = { customer: after(step, customer, new Date()), userErrors: [] }
    if (step === 'end') {
      const { data } = await end({
        variables: { input: { id } },
        optimisticResponse: { customerSessionsEnd: expected },
      })
      return data?.customerSessionsEnd.userErrors
    }
    const { data } = await update({
      variables: { input: { id, ...changes[step] } },
      optimisticResponse: { customerUpdate: expected },
    })
    return data?.customerUpdate.userErrors
  }
  return (step: Step) => run(() => send(step), wordsOf(step, customer.name))
}
