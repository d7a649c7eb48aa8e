import { useLoaderData } from 'react-router-dom'
import { pages } from '~/app/pages'
import { LegalVersion, legalLoader } from './LegalVersion'

export const loader = legalLoader('TERMS')

/** The terms of sale; the operator must have them checked. */
export default function TermsPage() {
  return <LegalVersion {...pages.terms} page={useLoaderData<ReturnType<typeof loader>>()} />
}
