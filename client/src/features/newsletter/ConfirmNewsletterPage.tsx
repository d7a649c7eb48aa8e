import { useState } from 'react'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { EmailDrawing } from '~/ui/EmailDrawing'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import { NewsletterForm } from './NewsletterForm'
import { ConfirmSubscription } from './SubscriptionActions'

export default function ConfirmNewsletterPage() {
  const token = useLinkToken()
  const [result, setResult] = useState<{ token: string; email: string | null } | null>(null)
  const current = result?.token === token ? result : null
  return (
    <FormPage
      title="Confirm your subscription"
      lead="One click, so nobody else can sign you up."
      aside={<EmailDrawing life="7 days" note="opt-in" />}
    >
      {current?.email ? (
        <FormResult
          title="You're subscribed"
          action={<ButtonLink to={paths.products}>Browse Robots</ButtonLink>}
        >
          <p>
            <span className="text-fg">{current.email}</span> will now get our newsletter. Unsubscribe at any
            time with the link in each email.
          </p>
        </FormResult>
      ) : token && !current ? (
        <ConfirmSubscription token={token} onResult={(email) => setResult({ token, email })} />
      ) : (
        <>
          <FormResult title="This link is not valid">
            <p>Links work for seven days, until you unsubscribe. Get a new one here.</p>
          </FormResult>
          <div className="mt-8">
            <NewsletterForm />
          </div>
        </>
      )}
    </FormPage>
  )
}
