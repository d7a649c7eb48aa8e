import type { TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { errorMessage } from '~/lib/apollo'
import type { UserError } from '~/lib/forms'
import { toast } from '~/ui/toasts'
import { inputOf, type Plan } from './plan'
import {
  SavedPlanCreateDocument,
  SavedPlanDeleteDocument,
  SavedPlansDocument,
  SavedPlanUpdateDocument,
} from './SavedPlans.gen'

/** Saves, changes and deletes plans of the account. Each resolves to whether it succeeded, and shows why it did not. */
export function useSavedPlans() {
  const client = useApolloClient()
  async function send<Data extends Record<string, { userErrors: readonly UserError[] }>, Input>(
    mutation: TypedDocumentNode<Data, { input: Input }>,
    input: NoInfer<Input>,
    more = {},
  ) {
    try {
      const { data } = await client.mutate<Data, { input: Input }>({
        mutation,
        variables: { input },
        ...more,
      })
      const [refusal] = Object.values((data ?? {}) as Data).flatMap(({ userErrors }) => userErrors)
      if (refusal) toast.error(refusal.message)
      return !refusal
    } catch (error) {
      toast.error(errorMessage(error))
      return false
    }
  }
  const again = { refetchQueries: [SavedPlansDocument], awaitRefetchQueries: true }
  return {
    save: (name: string, cell: Plan) => send(SavedPlanCreateDocument, { name, cell: inputOf(cell) }, again),
    change: (id: string, { name, cell }: { name?: string; cell?: Plan }) =>
      send(SavedPlanUpdateDocument, { id, name, cell: cell && inputOf(cell) }),
    drop: (id: string) => send(SavedPlanDeleteDocument, { id }, again),
  }
}
