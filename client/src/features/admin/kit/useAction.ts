import type { ApolloCache, ApolloClient, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { serverMessage } from '~/lib/apollo'
import { showUserErrors, type UserError } from '~/lib/forms'
import { toast } from '~/ui/toasts'
import { useGone } from '~/ui/useGone'

/** The payload of every mutation; without userErrors it succeeded. */
export type Payload = { userErrors: readonly UserError[] }

type Variables<Input> = { input: Input }

/** A form whose fields show the server's userErrors. */
type Form<Values extends FieldValues> = {
  fields: readonly FieldPath<Values>[]
  setError: UseFormSetError<Values>
}

/** For a dialog without fields, which shows every failure itself. */
export const noFields = { fields: [], setError: () => undefined }

type Outcome<Answer, Value> = {
  /** The message of a failure, to which the reason is added. */
  failed: string
  /** The toast of success. */
  done?: string | ((payload: Answer) => string)
  /** Runs on success, before the toast. */
  onSuccess?: (payload: Answer) => void
  /** Runs on success, too, but not once the component has gone, such as the form of a dialog that was closed. */
  close?: () => void
  /** Reverts the change; the toast of success offers it. */
  undo?: () => void
  /** The value shown until the response. Such actions are queued instead of dropped. */
  expect?: Value
  /** Identifies the action among several: actions with different IDs are queued, a repeated one is dropped. */
  task?: string
}

/** Sends a mutation of one field and returns its payload. */
export function useSend() {
  const client = useApolloClient()
  return async function send<Data extends Record<string, Payload>, Input>(
    mutation: TypedDocumentNode<Data, Variables<Input>>,
    input: NoInfer<Input>,
    options?: Omit<ApolloClient.MutateOptions<Data, Variables<Input>>, 'mutation' | 'variables'>,
  ): Promise<Data[keyof Data] | undefined> {
    const { data } = await client.mutate<Data, Variables<Input>>({
      ...options,
      mutation,
      variables: { input },
    })
    return Object.values((data ?? {}) as Data)[0] as Data[keyof Data] | undefined
  }
}

/** The cache update that removes what a mutation deleted from every list. */
export function evict(__typename: string) {
  return (
    cache: ApolloCache,
    { data }: { data?: Record<string, Payload & { deletedId: string | null }> | null },
  ) => {
    for (const { deletedId } of Object.values(data ?? {}))
      if (deletedId) cache.evict({ id: cache.identify({ __typename, id: deletedId }) })
  }
}

/** `failed` and its reason as one message. */
const because = (failed: string, reason?: string | null) =>
  [failed, reason].filter(Boolean).join(failed.endsWith('.') ? ' ' : ': ')

/**
 * Runs one action at a time: a call while another one runs is dropped, unless its outcome says otherwise. A failure is
 * shown in a toast or, given a form that is still there, at its fields and in `failure`. Given a `value`, `shown` is
 * that value or the one that a running action expects.
 */
export function useAction<Values extends FieldValues, Value = undefined>({
  form,
  value,
}: {
  form?: Form<Values>
  value?: Value
} = {}) {
  const send = useSend()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [expected, setExpected] = useState<{ value: Value } | null>(null)
  const last = useRef<Promise<unknown>>(undefined)
  const saved = useRef(false)
  const gone = useGone()
  const tasks = useRef(new Set<string | undefined>())

  async function attempt<Answer extends Payload>(
    work: () => Promise<Answer | undefined>,
    { failed, done, onSuccess, close, undo }: Outcome<Answer, Value>,
  ): Promise<boolean> {
    const fail = (reason?: string | null) =>
      form && !gone.current ? setFailure(because(failed, reason)) : toast.error(because(failed, reason))
    saved.current = false
    setFailure(null)
    try {
      const payload = await work()
      const refusals = payload?.userErrors
      if (payload && refusals?.length === 0) {
        saved.current = true
        onSuccess?.(payload)
        if (!gone.current) close?.()
        const message = typeof done === 'function' ? done(payload) : done
        if (message) toast.success(message, undo && { label: 'Undo', act: undo })
        return true
      }
      if (!form || gone.current || !refusals) fail(refusals?.[0]?.message)
      else {
        const rest = showUserErrors(refusals, form.fields, form.setError)
        if (rest) fail(rest)
      }
    } catch (error) {
      fail(serverMessage(error))
    }
    return false
  }

  /** Runs `work`, which resolves to a mutation's payload. Resolves to whether it succeeded. */
  async function run<Answer extends Payload>(
    work: () => Promise<Answer | undefined>,
    outcome: Outcome<Answer, Value>,
  ): Promise<boolean> {
    const { task } = outcome
    const expecting = 'expect' in outcome
    if (last.current && !expecting && (task === undefined || tasks.current.has(task))) return false
    if (expecting) setExpected({ value: outcome.expect as Value })
    setBusy(true)
    tasks.current.add(task)
    const mine = (last.current ?? Promise.resolve()).then(() => attempt(work, outcome))
    last.current = mine
    const succeeded = await mine
    tasks.current.delete(task)
    if (last.current === mine) {
      last.current = undefined
      setBusy(false)
      setExpected(null)
    }
    return succeeded
  }

  return {
    run,
    send,
    busy,
    /** The failure that is not shown at a field. */
    failure,
    /** Clears the failure. */
    reset: () => setFailure(null),
    /** Whether the last action succeeded; for ui/UnsavedChangesGuard. */
    saved,
    shown: (expected ? expected.value : value) as Value,
  }
}
