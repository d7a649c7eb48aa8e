import { useQuery } from '@apollo/client/react'
import { useLocation } from 'react-router-dom'
import { pages } from '~/app/pages'
import { FactPairs } from '~/features/profile/FactPairs'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { Day } from '~/ui/DateText'
import { EmailDrawing } from '~/ui/EmailDrawing'
import { ErrorState } from '~/ui/ErrorState'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import { QueuePlace } from '~/ui/QueuePlace'
import { Loading, Skeleton } from '~/ui/Skeleton'
import DateDecision, { type InitialAction } from './DateDecision'
import { PreOrderOfLinkDocument, type PreOrderOfLinkQuery } from './PreOrderOfLink.gen'

const titles: Record<InitialAction, string> = {
  confirm: pages.preOrderConfirm.title,
  keep: pages.preOrderKeep.title,
  change: pages.preOrderChange.title,
  cancel: pages.preOrderCancel.title,
}

/** The target of an email's links. It needs a click, because mail scanners open links. */
export default function PreOrderDecisionPage() {
  const asked = useLocation().pathname.split('/').at(-1) as InitialAction
  const token = useLinkToken()
  const query = useQuery(PreOrderOfLinkDocument, {
    variables: { token: token ?? '' },
    skip: !token,
    fetchPolicy: 'network-only',
    // By POST: URLs are logged by proxies, and the token is secret.
    context: { fetchOptions: { method: 'POST' } },
  })
  const confirmed = asked === 'confirm' && typeof query.data?.preOrderOfLink?.queuePosition === 'number'
  return (
    <FormPage
      title={confirmed ? 'Your pre-order is confirmed' : titles[asked]}
      lead={
        confirmed
          ? "You can still change or cancel it. You won't be charged."
          : "Nothing changes until you press a button. You won't be charged."
      }
      aside={<EmailDrawing life="while open" note="by email" />}
    >
      {token ? <LinkedPreOrder key={token} token={token} asked={asked} {...query} /> : <BadLink />}
    </FormPage>
  )
}

function LinkedPreOrder({
  token,
  asked,
  data,
  error,
  refetch,
}: { token: string; asked: InitialAction } & Pick<
  ReturnType<typeof useQuery<PreOrderOfLinkQuery>>,
  'data' | 'error'
> & { refetch: () => Promise<unknown> }) {
  if (error)
    return (
      <ErrorState title="Failed to load your pre-order." onRetry={() => void refetch().catch(() => {})} />
    )
  if (!data)
    return (
      <Loading label="Loading your pre-order">
        <Skeleton className="h-8 w-3/5" />
        <Skeleton className="mt-6 h-24 w-full" />
      </Loading>
    )
  const preOrder = data.preOrderOfLink
  if (!preOrder) return <BadLink />
  return (
    <>
      <h2 className="text-lead wrap-anywhere">{preOrder.productName}</h2>
      <FactPairs
        items={[
          { label: 'Expected delivery', value: <Day value={preOrder.expectedDelivery} /> },
          {
            label: 'Place in queue',
            value: (
              <QueuePlace
                position={preOrder.queuePosition}
                unitsAhead={preOrder.unitsAhead}
                confirmBy={preOrder.confirmBy}
              />
            ),
          },
          { label: 'Quantity', value: preOrder.quantity },
        ]}
      />
      <DateDecision preOrder={preOrder} by={{ token }} initialAction={asked} />
    </>
  )
}

function BadLink() {
  return (
    <FormResult
      title="This link is not valid"
      action={
        <>
          <ButtonLink to={paths.profile}>Your profile</ButtonLink>
          <ButtonLink to={paths.contact}>Contact us</ButtonLink>
        </>
      }
    >
      <p>Links work while the pre-order is open. With an account, find your pre-orders in your profile.</p>
    </FormResult>
  )
}
