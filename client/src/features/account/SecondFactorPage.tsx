import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { PleaseLogin } from '~/features/auth/PleaseLogin'
import { Button } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import { Spinner } from '~/ui/Spinner'
import { RecoveryCodes } from './RecoveryCodes'
import { ResendEmail } from './ResendEmail'
import { SecondFactorDocument } from './SecondFactor.gen'
import { SecondFactorManage } from './SecondFactorManage'
import { SecondFactorSetup } from './SecondFactorSetup'

const facts = [
  { label: 'Signing in', value: 'After your password, enter a code from your app.' },
  { label: 'The app', value: 'Any authenticator app works, even offline.' },
  { label: 'Without it', value: 'Use one of ten single-use recovery codes.' },
  { label: 'Elsewhere', value: 'Turning it on signs you out on other devices.' },
  { label: 'Email', value: "We'll email you when it's turned on or off." },
]

export default function SecondFactorPage() {
  const { user } = useAuth()
  const { data, error, refetch } = useQuery(SecondFactorDocument, {
    fetchPolicy: 'cache-and-network',
    skip: !user,
  })
  const [codes, setCodes] = useState<string[]>()
  if (!user) return <PleaseLogin />
  const factor = data?.me?.secondFactor
  return (
    <FormPage
      title="Two-step sign-in"
      lead="Protect your account with a code from your phone."
      aside={<FactList items={facts} />}
    >
      {codes ? (
        <RecoveryCodes
          codes={codes}
          action={
            <Button variant="primary" onClick={() => setCodes(undefined)}>
              I saved them
            </Button>
          }
        />
      ) : factor ? (
        <SecondFactorManage {...factor} email={user.email} onCodes={setCodes} />
      ) : data?.me?.emailVerified === false ? (
        <FormResult
          title="Verify your email address first"
          action={<ResendEmail to={user.email} variant="primary" />}
        >
          <p>
            Open the link in our email to <span className="text-fg">{user.email}</span>, then come back.
          </p>
        </FormResult>
      ) : data?.me ? (
        <SecondFactorSetup email={user.email} required={data.me.secondFactorMissing} onCodes={setCodes} />
      ) : error ? (
        <ErrorState
          title="Failed to load this page. Please try again."
          onRetry={() => void refetch().catch(() => {})}
        />
      ) : (
        <Spinner className="size-16" />
      )}
    </FormPage>
  )
}
