import { useLoaderData } from 'react-router-dom'
import { pages } from '~/app/pages'
import { LegalVersion, legalLoader } from './LegalVersion'

export const loader = legalLoader('PRIVACY')

/** What this software keeps of people; an operator has to have it checked. */
export default function PrivacyPage() {
  return <LegalVersion {...pages.privacy} page={useLoaderData<ReturnType<typeof loader>>()} />
}
