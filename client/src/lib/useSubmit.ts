import type { TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { errorMessage } from './apollo'
import { showUserErrors, type UserError } from './forms'

/**
 * Sends the mutations of a form. `send` resolves to the payload, or to undefined without a response. The server's
 * userErrors are shown at `fields`; `failure` is what concerns no field.
 */
export function useSubmit<Values extends FieldValues>(
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  /** The message of an unknown failure. */
  failed?: string,
) {
  const client = useApolloClient()
  const [failure, setFailure] = useState<string | null>(null)

  async function send<Data extends Record<string, { userErrors: readonly UserError[] }>, Input>(
    mutation: TypedDocumentNode<Data, { input: Input }>,
    input: NoInfer<Input>,
  ): Promise<Data[keyof Data] | undefined> {
    setFailure(null)
    try {
      const { data } = await client.mutate<Data, { input: Input }>({ mutation, variables: { input } })
      const payload = Object.values((data ?? {}) as Data)[0] as Data[keyof Data] | undefined
      setFailure(payload ? showUserErrors(payload.userErrors, fields, setError) : errorMessage(null, failed))
      return payload
    } catch (error) {
      setFailure(errorMessage(error, failed))
    }
  }
  return { send, failure }
}
