import { newIdempotencyKey } from '~/lib/idempotencyKey'
import type { OrderPlaceInput } from '~/lib/schema.gen'
import { readSession, removeSession, sessionKeys, writeSession } from '~/lib/storage'
import type { Details } from './detailsSchema'

/** An input sent with the attempt's key; at most one of an attempt's inputs becomes an order. */
type Sent = Omit<OrderPlaceInput, 'idempotencyKey'>

/** An order that the buyer has submitted and whose outcome is unknown. */
export type Attempt = {
  key: string
  /** When the key was created, in milliseconds: the server keeps it for a day. */
  at: number
  /** Every input that was sent with the key, latest last. */
  sent: Sent[]
  /** Whether the last request got no response. */
  waiting: boolean
}

/** The user's checkout in this tab, so that a reload keeps both values and key. */
type Checkout = { owner: string; shipping?: Details; attempt?: Attempt }

const keyLife = 24 * 60 * 60 * 1000

// Fallback if storage is blocked.
let fallback: Checkout | null = null

function read(owner: string): Checkout {
  const stored = readSession(sessionKeys.checkout) ?? fallback
  return isCheckout(stored) && stored.owner === owner ? stored : { owner }
}

function write(checkout: Checkout): void {
  fallback = checkout
  writeSession(sessionKeys.checkout, checkout)
}

/** The details as last entered by this user, or null. A previous version of the page may have stored fewer fields. */
export function readDetails(owner: string): (Partial<Details> & Pick<Details, 'address'>) | null {
  return read(owner).shipping ?? null
}

export function saveDetails(owner: string, shipping: Details): void {
  write({ ...read(owner), shipping })
}

/** The pending attempt; null if there is none, or if the server has dropped its key. */
export function readAttempt(owner: string, now: number): Attempt | null {
  const { attempt } = read(owner)
  return attempt && now - attempt.at < keyLife ? attempt : null
}

/** Stores the attempt; without one the next order gets a new key. */
export function saveAttempt(owner: string, attempt: Attempt | undefined): void {
  write({ ...read(owner), attempt })
}

/** Called once the order exists: the next one starts with a new key and a new address. */
export function endCheckout(): void {
  fallback = null
  removeSession(sessionKeys.checkout)
}

export function newAttempt(now: number): Attempt {
  return { key: newIdempotencyKey(), at: now, sent: [], waiting: false }
}

/** Adds an input to the attempt; one that was sent before moves to the end. */
export function withInput(attempt: Attempt, input: Sent): Attempt {
  const text = JSON.stringify(input)
  const others = attempt.sent.filter((one) => JSON.stringify(one) !== text)
  return { ...attempt, sent: [...others, input], waiting: true }
}

function isCheckout(value: unknown): value is Checkout {
  const { owner, shipping, attempt } = Object(value)
  return (
    typeof owner === 'string' &&
    (shipping === undefined || isShipping(shipping)) &&
    (attempt === undefined || isAttempt(attempt))
  )
}

function isShipping(value: unknown): boolean {
  const { address, city, postalCode, country } = Object(value)
  return [address, city, postalCode, country].every((text) => typeof text === 'string')
}

function isAttempt(value: unknown): value is Attempt {
  const { key, at, sent, waiting } = Object(value)
  return (
    typeof key === 'string' &&
    typeof at === 'number' &&
    typeof waiting === 'boolean' &&
    Array.isArray(sent) &&
    sent.every((one) => isShipping(one?.shippingInfo))
  )
}
