import { useQuery } from '@apollo/client/react'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { TextField } from '~/ui/Field'
import { Container, CornerTicks, Section } from '~/ui/Layout'
import { useDebouncedSearch } from '~/ui/useDebouncedSearch'
import { FaqDocument } from './Faq.gen'
import { FaqList } from './FaqList'
import { FaqTopics } from './FaqTopics'
import { filterEntries } from './filter'

export const loader = () => ({ query: FaqDocument })

/** All FAQ entries. The filter's text is kept in the address. */
export default function FaqPage() {
  const { query } = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch } = useQuery(query)
  const [search, setSearch] = useSearchParams()
  const filter = (q: string) => setSearch(q ? { q } : {}, { replace: true, preventScrollReset: true })
  const [text, setText] = useDebouncedSearch(search.get('q') ?? '', filter)
  const entries = data && filterEntries(data.faqEntries, text)
  return (
    <>
      <Container className="grid items-end gap-x-8 gap-y-8 pt-16 pb-14 md:grid-cols-12 md:pt-24">
        <h1 className="md:col-span-7">Frequently asked questions</h1>
        <search className="md:col-span-5">
          <TextField
            label="Filter the questions"
            required
            type="search"
            autoComplete="off"
            placeholder="Payment, rental, gripper"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </search>
        <p role="status" className="label text-faint md:col-span-full">
          {entries &&
            (text
              ? `${entries.length} of ${data.faqEntries.length} questions`
              : `${entries.length} questions`)}
        </p>
      </Container>
      <Container>
        {!entries || data.faqEntries.length === 0 ? (
          <FaqList entries={data?.faqEntries} failed={Boolean(error)} onRetry={() => refetch()} />
        ) : entries.length === 0 ? (
          <EmptyState
            title="No matching questions"
            message="Search the data sheets in the chat, or ask us."
            action={
              <div className="flex flex-wrap gap-3">
                <Button onClick={() => setText('')}>Show all questions</Button>
                <ButtonLink to={`${paths.chat}?q=${encodeURIComponent(text)}`}>Search in chat</ButtonLink>
              </div>
            }
          />
        ) : (
          <FaqTopics entries={entries} />
        )}
      </Container>
      <Section tight>
        <CornerTicks className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 p-6 sm:p-10">
          <div>
            <h2>Still have a question?</h2>
            <p className="mt-3 max-w-prose text-muted">
              The chat searches the catalogue and data sheets. Or contact us.
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={paths.contact} variant="primary">
              Contact us
            </ButtonLink>
            <ButtonLink to={paths.chat}>Chat with Robot</ButtonLink>
          </div>
        </CornerTicks>
      </Section>
    </>
  )
}
