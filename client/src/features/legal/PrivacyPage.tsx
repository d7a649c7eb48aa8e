import { LegalText } from './LegalText'
import { privacySections } from './privacySections'

/** What this software really keeps; an operator has to have it checked. */
export default function PrivacyPage() {
  return (
    <LegalText
      title="Privacy"
      changed="2026-11-22"
      short={[
        'No tracking, nothing from third parties, and no cookies except while you sign in with Google or GitHub.',
        'We keep what you type into our forms, to do what the form is for.',
        'Your profile shows, corrects and deletes it; one email does, too.',
      ]}
      sections={privacySections}
    />
  )
}
