import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useHead } from '~/lib/head'
import { paths } from '~/lib/paths'
import { useStillHere } from '~/lib/useStillHere'
import { Section } from '~/ui/Layout'

const deniedFor = 2000

/** Shown for two seconds, then redirects home. */
export default function AccessDenied() {
  useHead({ title: 'Access Denied', robots: 'noindex' })
  const navigate = useNavigate()
  const stillHere = useStillHere()
  useEffect(() => {
    const timer = setTimeout(() => {
      if (stillHere()) navigate(paths.home, { replace: true })
    }, deniedFor)
    return () => clearTimeout(timer)
  }, [navigate, stillHere])
  return (
    <Section>
      <p className="label text-signal uppercase">403</p>
      <h1 className="display mt-6">Access Denied</h1>
      <p className="mt-8 text-lead text-muted">You don't have permission to access this page.</p>
    </Section>
  )
}
