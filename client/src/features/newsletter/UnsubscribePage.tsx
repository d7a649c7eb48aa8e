import { useState } from 'react'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { ButtonLink } from '~/ui/Button'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import { Unsubscribe } from './SubscriptionActions'

const follows = [
  { label: 'Newsletter', value: 'Stops right away.' },
  { label: 'Your address', value: 'Deleted from the list after 30 days.' },
  { label: 'Coming back', value: 'Subscribe again on the Resources page.' },
]

export default function UnsubscribePage() {
  const shop = settings()
  const token = useLinkToken()
  const [result, setResult] = useState<{ token: string; email: string | null } | null>(null)
  const current = result?.token === token ? result : null
  return (
    <FormPage title="Unsubscribe" lead="Stop getting our newsletter." aside={<FactList items={follows} />}>
      {current?.email ? (
        <FormResult
          title="You're unsubscribed"
          action={<ButtonLink to={`${paths.resources}#newsletter`}>Subscribe again</ButtonLink>}
        >
          <p>
            <span className="text-fg">{current.email}</span> will no longer get our newsletter.
          </p>
        </FormResult>
      ) : token && !current ? (
        <Unsubscribe token={token} onResult={(email) => setResult({ token, email })} />
      ) : (
        <FormResult
          title="This link is not valid"
          action={<ButtonLink to={paths.home}>Return to Home</ButtonLink>}
        >
          <p>
            Use the link in our latest email. Or email{' '}
            <a href={`mailto:${shop.email}`} className="text-fg underline hover:text-signal">
              {shop.email}
            </a>{' '}
            from that address and we'll remove it.
          </p>
        </FormResult>
      )}
    </FormPage>
  )
}
