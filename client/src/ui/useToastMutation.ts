import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { errorMessage } from '~/lib/apollo'
import type { UserError } from '~/lib/forms'
import { type ToastAction, toast } from './toasts'

type Payload = { userErrors: readonly UserError[] }

/**
 * Runs a mutation and shows its first userError or its failure in a toast; on success `done`, with a button for
 * `action`. `run` resolves to whether it succeeded.
 */
export function useToastMutation<Data extends Record<string, Payload>, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
) {
  const [mutate, { loading }] = useMutation<Data, OperationVariables>(mutation)

  async function run(variables: Variables, done?: string, action?: ToastAction): Promise<boolean> {
    try {
      const { data } = await mutate({ variables })
      const [payload] = Object.values<Payload>(data ?? {})
      const problem = payload ? payload.userErrors[0]?.message : errorMessage(null)
      if (problem === undefined) {
        if (done) toast.success(done, action)
        return true
      }
      toast.error(problem)
    } catch (error) {
      toast.error(errorMessage(error))
    }
    return false
  }
  return { run, loading }
}
