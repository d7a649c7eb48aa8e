import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * The token of an email's link, or null. It is moved from the address into the history entry's state, so that it is
 * neither visible nor copied with the address, and survives a reload.
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
