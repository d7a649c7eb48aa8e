import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { settings } from '~/lib/settings'
import { billingAddressOf, blankDetails, type Details } from './detailsSchema'
import { LastAddressDocument, type LastAddressQuery } from './LastAddress.gen'
import { readDetails } from './orderAttempt'
import type { SavedAddress } from './SavedAddresses'
import { shippingOf } from './shipping'

type Me = NonNullable<LastAddressQuery['me']>

/**
 * What the form starts with: what was typed in this tab, else the default address of the profile or the newest order's, else nothing.
 * Undefined until that is known; addresses that can't be read only mean more to type.
 */
export function useInitialDetails(
  owner: string,
): { start: Details; saved: readonly SavedAddress[] } | undefined {
  const [typed] = useState(() => readDetails(owner))
  // Not cached: this is one order of the profile's list, which is kept as a whole.
  const { data, error } = useQuery(LastAddressDocument, { fetchPolicy: 'no-cache' })
  if (!data && !error) return undefined
  const blank = blankDetails(settings().country)
  return {
    start: typed
      ? { ...blank, ...typed, billing: { ...blank.billing, ...typed.billing } }
      : known(blank, data?.me),
    saved: data?.me?.addresses ?? [],
  }
}

/** What is known of the person. The number of a purchase order is a new one each time. */
function known(blank: Details, me: Me | null | undefined): Details {
  const last = me?.orders.nodes[0]
  const shipping = me?.addresses[0]?.shippingInfo ?? last?.shippingInfo
  if (!shipping) return blank
  const bill = last?.billingInfo
  const vatNumber = bill?.vatNumber ?? ''
  const elsewhere = Boolean(bill?.address)
  return {
    ...blank,
    ...shippingOf(shipping),
    business: Boolean(vatNumber || shipping.company),
    vatNumber,
    elsewhere,
    billing: bill && elsewhere ? billingAddressOf(bill) : { ...blank.billing, country: shipping.country },
  }
}
