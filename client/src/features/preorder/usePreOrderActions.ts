import type { TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { errorMessage } from '~/lib/apollo'
import type { UserError } from '~/lib/forms'
import {
  PreOrderCancelDocument,
  PreOrderChangeDocument,
  PreOrderConfirmDocument,
  PreOrderKeepDocument,
  PreOrderReopenDocument,
} from './DateAnswers.gen'

/** Identifies a pre-order: its ID, for its owner, or the token of an email's link. */
export type PreOrderKey = { id: string } | { token: string }

export type PreOrderAction = 'confirm' | 'keep' | 'change' | 'cancel' | 'reopen'

type Outcome = { doing?: PreOrderAction; success?: string; refusal?: UserError; opening?: object | null }

/**
 * Runs actions on a pre-order one after the other, and keeps the outcome of the last one, with the `opening` of the
 * form that it was begun in.
 */
export function usePreOrderActions(
  by: PreOrderKey,
  opening: object | null,
  onDone: (action: PreOrderAction) => void,
) {
  const client = useApolloClient()
  const [outcome, setOutcome] = useState<Outcome>({})
  const last = useRef(Promise.resolve())

  function run<Input extends object>(
    doing: PreOrderAction,
    document: TypedDocumentNode<
      { answer: { preOrder: object | null; userErrors: UserError[] } },
      { input: Input & Partial<{ id: string | null; token: string | null }> }
    >,
    input: Input,
    success: string,
  ) {
    async function attempt() {
      setOutcome({ doing, opening })
      try {
        const { data } = await client.mutate({
          mutation: document,
          variables: { input: { ...input, ...by } },
        })
        const done = data?.answer.preOrder
        const refusal = data?.answer.userErrors[0] ?? { message: errorMessage(null), field: null }
        setOutcome(done ? { success } : { refusal, opening })
        if (done) onDone(doing)
      } catch (error) {
        setOutcome({ refusal: { message: errorMessage(error), field: null } })
      }
    }
    setOutcome({ doing, opening })
    last.current = last.current.then(attempt)
  }

  return {
    ...outcome,
    confirm: () => run('confirm', PreOrderConfirmDocument, {}, 'Confirmed. Your pre-order is in the queue.'),
    keep: (expectedDelivery: string) =>
      run(
        'keep',
        PreOrderKeepDocument,
        { expectedDelivery },
        'Saved. You keep your pre-order with the new date.',
      ),
    change: (input: { quantity: number; message: string }) =>
      run('change', PreOrderChangeDocument, input, 'Pre-order changed. You keep your place in the queue.'),
    cancel: () => run('cancel', PreOrderCancelDocument, {}, 'Pre-order cancelled.'),
    reopen: () =>
      run('reopen', PreOrderReopenDocument, {}, 'Pre-order restored. You have your old place in the queue.'),
  }
}
