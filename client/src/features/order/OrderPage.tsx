import { useQuery } from '@apollo/client/react'
import { Suspense, useRef } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { focusAfterDialog } from '~/lib/focusAfterDialog'
import { lazyOptional } from '~/lib/lazyOptional'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Icon } from '~/ui/Icon'
import { Section } from '~/ui/Layout'
import { LetterHead } from './LetterHead'
import { OrderDocument } from './Order.gen'
import { OrderDetails } from './OrderDetails'
import { OrderSkeleton } from './OrderSkeleton'

const LiveOrder = lazyOptional(() => import('./LiveOrder'))

const failed = 'Failed to load order details.'

/** An order of the signed-in user; the checkout redirects here. */
export default function OrderPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(OrderDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const order = data?.order
  const fromCheckout = useLocation().state?.placed === true
  const placed = fromCheckout && !error && (!order || order.status === 'PENDING_PAYMENT')

  return (
    <Section tight>
      <LetterHead />
      <ButtonLink to={paths.profile} variant="ghost" size="sm" className="-ml-4 print:hidden">
        <Icon name="arrow-left" className="size-4" />
        Back to Profile
      </ButtonLink>
      <h1 ref={heading} tabIndex={-1} className="mt-6 mb-10 print:mt-0 print:mb-4">
        {placed ? (
          'Order placed'
        ) : order ? (
          <>
            Order <span className="whitespace-nowrap">{order.number}</span>
          </>
        ) : (
          'Order details'
        )}
      </h1>
      {order && (
        <Suspense>
          <LiveOrder key={id} id={id} status={order.status} />
        </Suspense>
      )}
      {order ? (
        <OrderDetails
          order={order}
          preparation={order}
          placed={placed}
          onStale={() => refetch()}
          onCancelled={() => focusAfterDialog(heading.current)}
        />
      ) : error ? (
        <ErrorState
          title={failed}
          message="Check your connection and try again."
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : data ? (
        <ErrorState
          title={failed}
          message="This order isn't in your account. Find your orders in your profile."
        />
      ) : (
        <OrderSkeleton />
      )}
    </Section>
  )
}
