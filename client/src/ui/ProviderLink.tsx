import { type ReactNode, useEffect, useState } from 'react'
import { providers } from '~/lib/providers'
import type { SignInProvider } from '~/lib/schema.gen'
import type { ButtonSize } from './Button'
import { ButtonAnchor } from './ButtonAnchor'
import { Spinner } from './Spinner'

/** Leads to a provider's page. It is a plain link, and shows that the other site is on its way. */
export function ProviderLink({
  provider,
  query,
  size,
  children,
}: {
  provider: SignInProvider
  /** What the server is told: `to`, where to come back to, or `link`. */
  query: Record<string, string>
  size?: ButtonSize
  children: ReactNode
}) {
  const [going, setGoing] = useState(false)
  useEffect(() => {
    // The page may be shown again as it was left.
    const stay = () => setGoing(false)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])
  const search = new URLSearchParams(query).toString()
  return (
    <ButtonAnchor
      href={providers[provider].path + (search && `?${search}`)}
      size={size}
      aria-busy={going || undefined}
      onClick={({ ctrlKey, metaKey, shiftKey }) => setGoing(!ctrlKey && !metaKey && !shiftKey)}
    >
      {going && <Spinner className="size-4" label="" />}
      {children}
    </ButtonAnchor>
  )
}
