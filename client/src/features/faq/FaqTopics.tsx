import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { FaqTopic } from '~/lib/schema.gen'
import { Accordion } from '~/ui/Accordion'
import type { FaqTopics_EntryFragment } from './FaqTopics.gen'

const topics: { topic: FaqTopic; title: string }[] = [
  { topic: 'PRODUCTS', title: 'Products and orders' },
  { topic: 'CONTACT', title: 'Office, answers and payment' },
  { topic: 'RESOURCES', title: 'Manuals and programming' },
]

/** All entries by topic, of which one is open at most; the entry of the fragment (`/faq#id`) is open and focused. */
export function FaqTopics({ entries }: { entries: readonly FaqTopics_EntryFragment[] }) {
  const { hash, key } = useLocation()
  const [open, setOpen] = useState<string | null>(null)
  // The filter changes entries while typing; a fragment opens its entry once, as soon as it is listed.
  const opened = useRef('')
  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1))
    if (opened.current === key || !entries.some((entry) => entry.id === id)) return
    opened.current = key
    setOpen(id)
    const title = document.getElementById(id)
    title?.scrollIntoView()
    title?.focus({ preventScroll: true })
  }, [entries, hash, key])
  return topics.map(({ topic, title }) => {
    const own = entries.filter((entry) => entry.topic === topic)
    if (own.length === 0) return null
    return (
      <section key={topic} aria-labelledby={topic} className="grid gap-x-8 gap-y-4 pb-14 md:grid-cols-12">
        <div className="self-start md:sticky md:top-24 md:col-span-3 md:pt-4">
          <h2 id={topic} className="text-lead">
            {title}
          </h2>
          <p className="label mt-1 text-faint">
            {own.length} {own.length === 1 ? 'question' : 'questions'}
          </p>
        </div>
        <div className="md:col-span-9">
          <Accordion
            open={open}
            onOpen={setOpen}
            items={own.map(({ id, question, answer }) => ({
              id,
              title: question,
              content: (
                <>
                  <p>{answer}</p>
                  <a
                    href={`#${id}`}
                    aria-label={`Link to this answer: ${question}`}
                    className="label mt-3 inline-flex min-h-11 items-center text-faint underline-offset-4 hover:text-fg hover:underline"
                  >
                    Link to this answer
                  </a>
                </>
              ),
            }))}
          />
        </div>
      </section>
    )
  })
}
