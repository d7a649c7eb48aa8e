import { useLoaderData } from 'react-router-dom'
import { pages } from '~/app/pages'
import { LegalPage, legalLoader } from './LegalPage'

export const loader = legalLoader('PRIVACY')

/** What this software keeps of people; an operator has to have it checked. */
export default function PrivacyPage() {
  return <LegalPage {...pages.privacy} page={useLoaderData<ReturnType<typeof loader>>()} />
}
