import { useMutation } from '@apollo/client/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { errorMessage } from '~/lib/apollo'
import { type Amount, formatMoney } from '~/lib/format'
import { useStillHere } from '~/lib/useStillHere'
import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { OrderPayDocument } from './OrderPay.gen'

/**
 * Redirects to the payment provider, and shows the result after returning. It redirects by itself if the buyer chose
 * online payment at the checkout.
 */
export default function PayOnline({
  id,
  amount,
  underWay,
}: {
  id: string
  amount: Amount
  /** Whether a payment has begun, so that no other one can be made. */
  underWay: boolean
}) {
  const location = useLocation()
  const navigate = useNavigate()
  const made = useSearchParams()[0].get('payment') === 'made'
  const chosen = location.state?.payOnline === true
  const [leaving, setLeaving] = useState(chosen)
  const [failure, setFailure] = useState<string | null>(null)
  const [run] = useMutation(OrderPayDocument)
  const begun = useRef(false)
  const stillHere = useStillHere()

  async function open() {
    if (begun.current) return
    begun.current = true
    setLeaving(true)
    setFailure(null)
    try {
      const { data } = await run({ variables: { input: { id } } })
      const { page, userErrors } = data?.orderPay ?? {}
      if (page && stillHere()) {
        window.location.assign(page.url)
        return // the button stays busy until the page is left
      }
      if (!page) setFailure(userErrors?.[0]?.message ?? "Couldn't open the payment page. Please try again.")
    } catch (error) {
      setFailure(errorMessage(error))
    }
    setLeaving(false)
    begun.current = false
  }

  const follow = useEffectEvent(() => {
    if (!chosen) return
    // Returning to this page, such as with Back, must not redirect again.
    void navigate(location, { replace: true, state: { ...location.state, payOnline: false } })
    void open()
  })
  useEffect(() => follow(), [])
  useEffect(() => {
    // The back/forward cache restores the page with a busy button.
    function shown({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      begun.current = false
      setLeaving(false)
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])

  return (
    <section
      aria-labelledby="pay-online"
      className="ticks tick-signal mb-6 grid gap-4 bg-plate p-5 sm:p-8 print:hidden"
    >
      <h2 id="pay-online" className="text-lead">
        Pay online
      </h2>
      {(underWay || (made && !leaving)) && (
        <p role="status" className="border-l-2 border-warn bg-raised p-4 text-small">
          Payment submitted. We're waiting for confirmation, and this page updates by itself. Some methods
          take a few days.
        </p>
      )}
      {!underWay && (
        <>
          <p className="text-small text-muted">
            Pay by card or another method on Stripe's secure page. You come back here afterwards.
          </p>
          <div>
            <FormMessage failure={failure} />
            <Button
              variant={made ? 'secondary' : 'primary'}
              loading={leaving}
              loadingText="Opening the payment page..."
              onClick={open}
            >
              Pay {formatMoney(amount)} online
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
