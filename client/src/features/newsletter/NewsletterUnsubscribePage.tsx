import { useState } from 'react'
import { brand } from '~/lib/brand'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { Outcome } from '~/ui/Outcome'
import { LeaveNewsletter } from './UseLink'

const follows = [
  { label: 'Newsletter', value: 'None comes from the moment you leave.' },
  { label: 'Your address', value: 'Is deleted from the list 30 days later.' },
  { label: 'Coming back', value: 'At any time, from the Resources page.' },
]

export default function NewsletterUnsubscribePage() {
  const token = useLinkToken()
  const [answer, setAnswer] = useState<{ token: string; email: string | null } | null>(null)
  const answered = answer?.token === token ? answer : null
  return (
    <FormPage title="Leave the newsletter" lead="No questions asked." aside={<FactList items={follows} />}>
      {answered?.email ? (
        <Outcome
          title="You have left"
          action={<ButtonLink to={`${paths.resources}#newsletter`}>Subscribe again</ButtonLink>}
        >
          <p>
            <span className="text-fg">{answered.email}</span> gets no newsletter any more.
          </p>
        </Outcome>
      ) : token && !answered ? (
        <LeaveNewsletter token={token} onAnswer={(email) => setAnswer({ token, email })} />
      ) : (
        <Outcome
          title="This link is not valid"
          action={<ButtonLink to={paths.home}>Return to Home</ButtonLink>}
        >
          <p>
            Use the link in the newest letter you have from us. Or write to{' '}
            <a href={`mailto:${brand.email}`} className="text-fg underline hover:text-signal">
              {brand.email}
            </a>{' '}
            from the address itself, and we take it off the list.
          </p>
        </Outcome>
      )}
    </FormPage>
  )
}
