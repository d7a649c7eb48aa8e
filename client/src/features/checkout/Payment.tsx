import { settings } from '~/lib/settings'

export const transfer = 'Bank transfer on invoice'

/** Payment by bank transfer on invoice. */
export function Payment() {
  return (
    <>
      <p className="font-semibold">{transfer}</p>
      <Transfer />
    </>
  )
}

/** The steps after ordering. */
export function Transfer() {
  const { paymentDays, assumedPaymentDays } = settings().periods
  const facts = [
    ['Now', 'You are not charged. Prices and stock are reserved.'],
    [
      'After ordering',
      'The order page and a confirmation email show the bank details, reference and due date.',
    ],
    [
      `Within ${paymentDays} days`,
      `Transfer the total. We start once payment arrives. Delivery dates assume payment within ${assumedPaymentDays} days.`,
    ],
  ] as const
  return (
    <ol className="grid gap-y-5 text-small">
      {facts.map(([when, what]) => (
        <li key={when} className="border-l pl-4">
          <p className="label text-faint">{when}</p>
          <p className="mt-1 text-muted">{what}</p>
        </li>
      ))}
    </ol>
  )
}
