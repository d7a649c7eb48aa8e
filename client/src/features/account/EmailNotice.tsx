import { useApolloClient } from '@apollo/client/react'
import { type ReactNode, useEffect, useId } from 'react'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { useToastMutation } from '~/ui/useToastMutation'
import { type EmailState_UserFragment, EmailStateDocument } from './EmailState.gen'
import { ResendEmail } from './ResendEmail'
import { UserUpdateDocument } from './UserUpdate.gen'

type Person = Pick<EmailState_UserFragment, 'email' | 'emailVerified' | 'pendingEmail'>

/** Prompts to verify the account's address; nothing if it is verified. */
export function EmailNotice({ person }: { person: Person }) {
  const { email, emailVerified, pendingEmail } = person
  if (pendingEmail)
    return (
      <Notice title={`Verify ${pendingEmail}`} action={<KeepAddress email={email} />} to={pendingEmail}>
        Open the link in our email within 24 hours to make it your email address. Until then, you sign in with{' '}
        {email}.
      </Notice>
    )
  if (emailVerified) return null
  return (
    <Notice title="Verify your email" to={email}>
      Open the link in our email to {email}. Pre-orders you placed with this address will then appear here.
    </Notice>
  )
}

function Notice({
  title,
  to,
  action,
  children,
}: {
  title: string
  /** The email's recipient. */
  to: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  useFreshState()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 border-y py-5"
    >
      <div className="flex min-w-0 flex-1 basis-96 gap-4">
        <Icon name="alert" className="mt-0.5 size-5 text-warn" />
        <div className="min-w-0 wrap-anywhere">
          <h2 id={id} className="text-body leading-[1.6] tracking-normal">
            {title}
          </h2>
          <p className="mt-1 max-w-prose text-small text-muted">{children}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <ResendEmail to={to} size="sm" />
        {action}
      </div>
    </section>
  )
}

/** Refetches on focus, as the link may be opened elsewhere. Errors are ignored. */
function useFreshState() {
  const client = useApolloClient()
  useEffect(() => {
    const ask = () =>
      void client.query({ query: EmailStateDocument, fetchPolicy: 'network-only' }).catch(() => {})
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [client])
}

/** Cancels the change to the pending address. */
function KeepAddress({ email }: { email: string }) {
  const { run, loading } = useToastMutation(UserUpdateDocument)
  const keep = () => run({ input: { email } }, `Your email address is still ${email}`)
  return (
    <Button size="sm" variant="ghost" onClick={keep} loading={loading}>
      Keep current address
    </Button>
  )
}
