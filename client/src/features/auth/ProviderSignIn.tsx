import { useQuery } from '@apollo/client/react'
import { useLoaderData, useLocation } from 'react-router-dom'
import { providers } from '~/lib/providers'
import { fromState } from '~/lib/redirect'
import { useHydrated } from '~/lib/useHydrated'
import { BrandMark } from '~/ui/BrandMark'
import { Button } from '~/ui/Button'
import { ProviderLink } from '~/ui/ProviderLink'
import { SignInProvidersDocument } from './SignInProviders.gen'

/** The loader of pages that show them. */
export const providersLoader = () => ({ query: SignInProvidersDocument })

/**
 * Sign-in with other providers, below a form. If the shop has none, `showDisabled` shows them disabled, with the
 * reason.
 */
export function ProviderSignIn({ showDisabled = false }: { showDisabled?: boolean }) {
  const { query } = useLoaderData<ReturnType<typeof providersLoader>>()
  const { data } = useQuery(query)
  const { state } = useLocation()
  const from = fromState(state, '')
  const to = useHydrated() ? from : ''
  if (!data) return null
  if (data.signInProviders.length === 0) return showDisabled && <DisabledProviders />
  return (
    <>
      <p className="mt-6 mb-6 flex items-center gap-4 text-small text-faint">
        <span className="flex-1 border-t" />
        or
        <span className="flex-1 border-t" />
      </p>
      <div className="grid gap-3">
        {data.signInProviders.map((provider) => (
          <ProviderLink key={provider} provider={provider} query={to ? { to } : {}}>
            <BrandMark name={providers[provider].mark} />
            Continue with {providers[provider].name}
          </ProviderLink>
        ))}
      </div>
    </>
  )
}

/** Disabled buttons with the reason. */
function DisabledProviders() {
  return (
    <div className="mt-8 border-t pt-6">
      <div className="grid gap-3 sm:grid-cols-2">
        {Object.values(providers).map(({ mark, name }) => (
          <Button key={mark} disabled aria-describedby="other-services">
            <BrandMark name={mark} />
            {name}
          </Button>
        ))}
      </div>
      <p id="other-services" className="mt-3 text-small text-faint">
        Google and GitHub sign-in are not available. Use your email address and password.
      </p>
    </div>
  )
}
