import type { ApolloClient } from '@apollo/client'
import { toast } from '~/ui/toasts'
import type { Shipping } from './shipping'

const failed = "The address wasn't saved. You can add it in your profile."

/** Saves the address of an order that was placed in the profile. Nobody waits for it; a failure is told. */
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
