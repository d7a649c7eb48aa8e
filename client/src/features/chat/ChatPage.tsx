import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { paths } from '~/lib/paths'
import { currentOwner, sessionKeys } from '~/lib/storage'
import { ButtonLink } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Section } from '~/ui/Layout'
import { Spinner } from '~/ui/Spinner'
import { Chat } from './Chat'

const ContactForm = lazy(() =>
  import('~/features/contact/ContactForm').then((module) => ({ default: module.ContactForm })),
)

/** The chat page; a question without a result can be sent to staff as a message. `?q=` asks a question on opening. */
export default function ChatPage() {
  const { user } = useAuth()
  const [search] = useSearchParams()
  const [handover, setHandover] = useState<string | null>(null)
  return (
    <Section tight>
      <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <header className="lg:sticky lg:top-28 lg:col-span-4 lg:self-start">
          <h1>Chat with Robot</h1>
          <p className="mt-6 max-w-prose text-lead text-muted">
            Ask about payload, reach or price. Answers quote the catalogue, data sheets and FAQ, with links.
          </p>
          <p className="mt-4 max-w-prose text-small text-faint">
            Answers are automatic: a search through our texts finds quotes for your question. We don't store
            questions; the conversation stays in this tab.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to={paths.faq} size="sm">
              All FAQ
            </ButtonLink>
            <ButtonLink to={paths.contact} size="sm">
              Contact a person
            </ButtonLink>
          </div>
        </header>
        <div className="min-w-0 lg:col-span-8">
          <Chat key={currentOwner()} start={search.get('q') ?? ''} onHandover={setHandover} />
        </div>
      </div>
      <Dialog
        open={handover !== null}
        onClose={() => setHandover(null)}
        title="Leave a message for a person"
        place="centre"
      >
        <Suspense fallback={<Spinner />}>
          <Handover key={currentOwner()} question={handover ?? ''} person={user} />
        </Suspense>
      </Dialog>
    </Section>
  )
}

function Handover({
  question,
  person,
}: {
  question: string
  person: Parameters<typeof ContactForm>[0]['person']
}) {
  const [preset] = useState({ subject: 'Question from the chat', message: question })
  return <ContactForm draftKey={sessionKeys.handoverForm} person={person} preset={preset} />
}
