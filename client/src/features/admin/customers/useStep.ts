import { type Payload, useAction } from '~/features/admin/kit/useAction'
import { type AccountStep, after, type Customer, wordsOf } from './accountSteps'
import { CustomerSessionsEndDocument, CustomerUpdateDocument } from './CustomerEdits.gen'

const changes = {
  promote: { role: 'ADMIN' },
  demote: { role: 'USER' },
  block: { blocked: true },
  admit: { blocked: false },
} as const

/** Changes an account, optimistically: the result shows at once, in the list too, and is reverted on failure. */
export function useStep(customer: Customer) {
  const { run, send } = useAction()

  function take(step: AccountStep) {
    const { id } = customer
    const expected = { customer: after(step, customer, new Date()), userErrors: [] }
    return step === 'end'
      ? send(CustomerSessionsEndDocument, { id }, { optimisticResponse: { customerSessionsEnd: expected } })
      : send(
          CustomerUpdateDocument,
          { id, ...changes[step] },
          { optimisticResponse: { customerUpdate: expected } },
        )
  }
  return (step: AccountStep) =>
    run<Payload>(() => take(step), { ...wordsOf(step, customer.name), task: `${step} ${customer.id}` })
}
