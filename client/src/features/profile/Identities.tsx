import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { providerError, providers } from '~/lib/providers'
import type { SignInProvider } from '~/lib/schema.gen'
import { BrandMark } from '~/ui/BrandMark'
import { Button } from '~/ui/Button'
import { DateText } from '~/ui/DateText'
import { Link } from '~/ui/Link'
import { ProviderLink } from '~/ui/ProviderLink'
import { toast } from '~/ui/toasts'
import { useToastMutation } from '~/ui/useToastMutation'
import { ConnectDialog } from './ConnectDialog'
import { FactPairs } from './FactPairs'
import { type Identities_UserFragment, IdentitiesDocument, IdentityUnlinkDocument } from './Identities.gen'
import { Panel, stateOf } from './Panel'

type Person = Identities_UserFragment

/** The providers connected to the account, if the shop has any. */
export default function Identities({ email }: { email: string }) {
  const query = useQuery(IdentitiesDocument, { fetchPolicy: 'cache-and-network' })
  const { data } = query
  const [search] = useSearchParams()
  const problem = providerError(search)
  // The message may be far above the list.
  useEffect(() => {
    if (problem) toast.error(problem)
  }, [problem])
  const offered = new Set<SignInProvider>(data?.signInProviders)
  for (const { provider } of data?.me?.identities ?? []) offered.add(provider)
  const state = stateOf(query, 'Failed to load your sign-in services. Please try again.')
  const me = data?.me
  // Nothing to show if the shop has no providers.
  if (state === 'loading' || (me && offered.size === 0)) return null
  return (
    <Panel className="lg:col-span-12" title="Sign-in services" count={me?.identities.length} state={state}>
      {me?.hasPassword === false && (
        <li className="max-w-prose pt-6 text-muted">
          Your account has no password.{' '}
          <Link to={paths.forgotPassword} className="text-fg underline hover:text-signal">
            Set one
          </Link>{' '}
          to connect or disconnect a service.
        </li>
      )}
      {me && [...offered].map((provider) => <Row key={provider} provider={provider} person={me} />)}
      {data?.provenIdentity && search.has('connect') && (
        <ConnectDialog proven={data.provenIdentity} email={email} />
      )}
    </Panel>
  )
}

function Row({ provider, person }: { provider: SignInProvider; person: Person }) {
  const { name, mark } = providers[provider]
  const linked = person.identities.find((identity) => identity.provider === provider)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-b py-6">
      <div className="min-w-0 max-w-prose flex-1 basis-96">
        <h3 className="flex items-center gap-3">
          <BrandMark name={mark} />
          {name}
        </h3>
        {linked ? (
          <FactPairs
            items={[
              { label: 'Account', value: linked.email },
              { label: 'Connected', value: <DateText value={linked.linkedAt} /> },
            ]}
          />
        ) : (
          <p className="mt-4 text-small text-muted">
            {person.emailVerified ? 'Not connected.' : 'Verify your email address to connect it.'}
          </p>
        )}
      </div>
      {person.hasPassword &&
        (linked ? (
          <Disconnect provider={provider} />
        ) : (
          person.emailVerified && (
            <ProviderLink provider={provider} query={{ link: '1' }} size="sm">
              Connect {name}
            </ProviderLink>
          )
        ))}
    </li>
  )
}

function Disconnect({ provider }: { provider: SignInProvider }) {
  const { run, loading } = useToastMutation(IdentityUnlinkDocument)
  const [gone, setGone] = useState(false)
  const { name } = providers[provider]

  async function end() {
    if (await run({ input: { provider } }, `${name} disconnected`)) setGone(true)
  }

  return (
    <Button size="sm" onClick={end} loading={loading} disabled={gone}>
      Disconnect {name}
    </Button>
  )
}
