import { useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { settings } from '~/lib/settings'
import { billingAddressOf, blankDetails, type Details } from './detailsSchema'
import { LastAddressDocument, type LastAddressQuery } from './LastAddress.gen'
import { readDetails } from './orderAttempt'
import type { SavedAddress } from './SavedAddresses'
import { shippingOf } from './shipping'

type Me = NonNullable<LastAddressQuery['me']>

/**
 * The form's initial values: those entered in this tab, else the profile's default address or the latest order's, else
 * blank. Undefined while loading; a failure only means more to type. They are decided once: a query that has failed is
 * sent again when the connection returns, after which the form must keep what was typed.
 */
export function useInitialDetails(
  owner: string,
): { start: Details; saved: readonly SavedAddress[] } | undefined {
  const [typed] = useState(() => readDetails(owner))
  // Not cached, because it would overwrite the profile's list of orders with a single one.
  const { data, error } = useQuery(LastAddressDocument, { fetchPolicy: 'no-cache' })
  const decided = useRef<Details>(undefined)
  if (data || error) decided.current ??= startOf(typed, data?.me)
  const start = decided.current
  return start && { start, saved: data?.me?.addresses ?? [] }
}

function startOf(typed: ReturnType<typeof readDetails>, me: Me | null | undefined): Details {
  const blank = blankDetails(settings().country)
  return typed
    ? { ...blank, ...typed, billing: { ...blank.billing, ...typed.billing } }
    : detailsOf(blank, me)
}

/** Values known from the profile. The purchase order number is left out, as it is new for each order. */
function detailsOf(blank: Details, me: Me | null | undefined): Details {
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
