import { useLoaderData } from 'react-router-dom'
import { pages } from '~/app/pages'
import { LegalPage, legalLoader } from './LegalPage'

export const loader = legalLoader('TERMS')

/** The terms of sale; an operator has to have them checked. */
export default function TermsPage() {
  return <LegalPage {...pages.terms} page={useLoaderData<ReturnType<typeof loader>>()} />
}
