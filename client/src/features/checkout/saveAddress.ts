import type { ApolloClient } from '@apollo/client'
import { toast } from '~/ui/toasts'
import type { Shipping } from './shipping'

const failed = "The address wasn't saved. You can add it in your profile."

/** Saves a placed order's address in the profile, in the background; a failure shows a toast. */
export function saveAddress(client: ApolloClient, shippingInfo: Shipping): void {
  import('~/features/profile/Addresses.gen')
    .then(({ AddressCreateDocument: mutation }) =>
      client.mutate({ mutation, variables: { input: { shippingInfo } } }),
    )
    .then(({ data }) => {
      const [refusal] = data?.addressCreate.userErrors ?? []
      if (refusal) toast.error(refusal.message)
    })
    .catch(() => toast.error(failed))
}
