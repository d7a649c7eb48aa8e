import type { TransferReason, TransferState } from '~/lib/schema.gen'
import type { Tone } from '~/ui/Dot'

/** Texts of the reasons why a transfer may pay an order; `doubt` marks those against it. */
export const reasons: Record<TransferReason, { text: string; doubt?: true }> = {
  REFERENCE: { text: 'States the reference' },
  REFERENCE_TYPO: { text: 'Reference with a typo', doubt: true },
  ORDER_NUMBER: { text: 'States the order number', doubt: true },
  NAME: { text: 'Payer is the buyer' },
  AMOUNT_EXACT: { text: 'Exact amount' },
  AMOUNT_LESS: { text: 'Less than open', doubt: true },
  AMOUNT_MORE: { text: 'More than open', doubt: true },
  AMOUNT_COMPLETES: { text: 'Exact amount together with other transfers' },
  SEVERAL_ORDERS: { text: 'Names several orders', doubt: true },
  OTHER_CURRENCY: { text: 'Other currency', doubt: true },
  ORDER_PAID: { text: 'Order is already paid', doubt: true },
  ORDER_CANCELLED: { text: 'Order was cancelled', doubt: true },
  ORDER_REFUNDED: { text: 'Order was refunded', doubt: true },
  REVERSAL: { text: 'Bank reversal', doubt: true },
  REPEATED: { text: 'Same as another transfer', doubt: true },
}

export const states: Record<TransferState, { text: string; tone: Tone }> = {
  BOOKED: { text: 'Booked', tone: 'ok' },
  PROPOSED: { text: 'Proposed', tone: 'warn' },
  WAITING: { text: 'No match', tone: 'error' },
  IGNORED: { text: 'Ignored', tone: 'neutral' },
}
