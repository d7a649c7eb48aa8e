import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * The token of an email's link, null when there is none. It moves from the address into the state of the history's entry:
 * nobody reads it off the screen or copies it along with the address, and a reload still has it.
 */
export function useLinkToken(): string | null {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const given = new URLSearchParams(search).get('token')
  useEffect(() => {
    if (given !== null) navigate(pathname, { replace: true, state: { linkToken: given } })
  }, [given, pathname, navigate])
  return (given ?? (state as { linkToken?: string } | null)?.linkToken) || null
}
