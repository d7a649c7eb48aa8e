import { newIdempotencyKey } from '~/lib/idempotencyKey'
import type { OrderPlaceInput } from '~/lib/schema.gen'
import { readSession, removeSession, sessionKeys, writeSession } from '~/lib/storage'
import type { Details } from './detailsSchema'

/** What was sent with a key; the key belongs to all of them, and at most one of them is an order. */
type Sent = Omit<OrderPlaceInput, 'idempotencyKey'>

/** An order that the buyer has asked for and whose outcome is not known for certain. */
export type Attempt = {
  key: string
  /** When the key was made, in milliseconds: the server keeps it for a day. */
  at: number
  /** Every input that was sent with the key, latest last. */
  sent: Sent[]
  /** Whether the last request has not been answered. */
  waiting: boolean
}

/** The checkout of this tab and this person, so that a reload loses neither what was typed nor the key. */
type Checkout = { owner: string; shipping?: Details; attempt?: Attempt }

const keyLife = 24 * 60 * 60 * 1000

// Where storage is blocked the page itself still remembers.
let kept: Checkout | null = null

function read(owner: string): Checkout {
  const stored = readSession(sessionKeys.checkout) ?? kept
  return isCheckout(stored) && stored.owner === owner ? stored : { owner }
}

function write(checkout: Checkout): void {
  kept = checkout
  writeSession(sessionKeys.checkout, checkout)
}

/** The details as this person typed them last; null before that. An older version of the page may have kept fewer of them. */
export function readDetails(owner: string): (Partial<Details> & Pick<Details, 'address'>) | null {
  return read(owner).shipping ?? null
}

export function saveDetails(owner: string, shipping: Details): void {
  write({ ...read(owner), shipping })
}

/** The attempt under way; null when there is none, or when the server has forgotten its key. */
export function readAttempt(owner: string, now: number): Attempt | null {
  const { attempt } = read(owner)
  return attempt && now - attempt.at < keyLife ? attempt : null
}

/** Keeps the attempt; without one the next order gets a key of its own. */
export function saveAttempt(owner: string, attempt: Attempt | undefined): void {
  write({ ...read(owner), attempt })
}

/** The order is known: the next one gets a key and an address of its own. */
export function endCheckout(): void {
  kept = null
  removeSession(sessionKeys.checkout)
}

/** A new attempt, with a key of its own. */
export function newAttempt(now: number): Attempt {
  return { key: newIdempotencyKey(), at: now, sent: [], waiting: false }
}

/** The attempt with one more input on its way; one that was sent before moves to the end. */
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
