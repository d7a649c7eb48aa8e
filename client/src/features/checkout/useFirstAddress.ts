import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { settings } from '~/lib/settings'
import { LastAddressDocument } from './LastAddress.gen'
import { readShipping } from './orderAttempt'
import type { Shipping } from './shippingSchema'

const blank = (): Shipping => ({ address: '', city: '', postalCode: '', country: settings().country })

/**
 * What the form starts with: what was typed in this tab, else the newest order's address, else nothing. Undefined until
 * that is known; an address that can't be read only means more to type.
 */
export function useFirstAddress(owner: string): Shipping | undefined {
  const [typed] = useState(() => readShipping(owner))
  // Not cached: this is one order of the profile's list, which is kept as a whole.
  const { data, error } = useQuery(LastAddressDocument, { skip: typed !== null, fetchPolicy: 'no-cache' })
  if (typed) return typed
  if (error) return blank()
  if (!data) return undefined
  const last = data.me?.orders.nodes[0]?.shippingInfo
  if (!last) return blank()
  const { address, city, postalCode, country } = last
  return { address, city, postalCode, country }
}
