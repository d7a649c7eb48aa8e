import { useLoaderData } from 'react-router-dom'
import { pages } from '~/app/pages'
import { LegalVersion, legalLoader } from './LegalVersion'

export const loader = legalLoader('PRIVACY')

/** Describes the personal data that this software stores; the operator must have it checked. */
export default function PrivacyPage() {
  return <LegalVersion {...pages.privacy} page={useLoaderData<ReturnType<typeof loader>>()} />
}
