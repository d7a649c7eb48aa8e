import { type ReactNode, useEffect, useState } from 'react'
import { providers } from '~/lib/providers'
import type { SignInProvider } from '~/lib/schema.gen'
import type { ButtonSize } from './Button'
import { ButtonAnchor } from './ButtonAnchor'
import { Spinner } from './Spinner'

/** Links to a provider's sign-in page, and shows that it is loading. */
export function ProviderLink({
  provider,
  query,
  size,
  children,
}: {
  provider: SignInProvider
  /** Query parameters: `to`, the address to return to, or `link`. */
  query: Record<string, string>
  size?: ButtonSize
  children: ReactNode
}) {
  const [going, setGoing] = useState(false)
  useEffect(() => {
    // The back/forward cache may restore the page with the spinner.
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
