import { useQuery } from '@apollo/client/react'
import { useLoaderData, useLocation } from 'react-router-dom'
import { sectionOf } from '~/features/texts/sections'
import { ErrorState } from '~/ui/ErrorState'
import { Container, Section } from '~/ui/Layout'
import { Reveal } from '~/ui/Reveal'
import { RichText } from '~/ui/RichText'
import { Scene } from '~/ui/Scene'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { CellDrawing } from './CellDrawing'
import { TechnologiesDocument } from './Technologies.gen'
import { TechnologiesTextDocument } from './TechnologiesText.gen'
import { TechnologyCard } from './TechnologyCard'
import { technologies, technologyIds } from './technologies'
import { ids, useProductNames } from './useProductNames'

/** Alternating rows of a wide and a narrow card. */
const wide = (index: number) => [0, 3].includes(index % 4)

export const loader = () =>
  [{ query: TechnologiesTextDocument }, { query: TechnologiesDocument, variables: { ids } }] as const

/** The machines' technologies: a drawing, and a card for each. */
export default function TechnologiesPage() {
  const { hash } = useLocation()
  const [own, products] = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch } = useQuery(own.query)
  const { named, failed, retry } = useProductNames(products)
  const text = data?.text
  const shown = technologyIds
    .map((id) => ({ id, part: sectionOf(text, id) }))
    .filter(({ part }) => part.title)
  return (
    <>
      <section aria-labelledby="technologies" className="border-b">
        <Container className="pt-16">
          <h1 id="technologies" className="sm:display">
            {text?.title ?? 'Technologies'}
          </h1>
          <div className="mt-10 grid gap-x-8 gap-y-10 lg:grid-cols-12">
            <div className="lg:col-span-4 lg:pb-10">
              {text ? (
                <RichText html={sectionOf(text, 'lead').html} className="max-w-[32ch] text-lead" />
              ) : error ? (
                <ErrorState title="Couldn't load this page." onRetry={() => void refetch().catch(() => {})} />
              ) : (
                <Loading label="Loading the technologies">
                  <Skeleton className="h-96" />
                </Loading>
              )}
              <ol className="mt-8 border-b empty:hidden">
                {shown.map(({ id, part: { title } }, index) => (
                  <li key={id} className="border-t">
                    {/* A plain link: the browser scrolls there again if the fragment is already in the address. */}
                    <a href={`#${id}`} className="flex min-h-12 items-center gap-4 hover:text-signal">
                      <span aria-hidden="true" className="label size-5 text-faint">
                        {index + 1}
                      </span>
                      {title}
                    </a>
                  </li>
                ))}
              </ol>
            </div>
            {(shown.length > 0 || !text) && (
              <div className="self-end lg:col-span-8">
                <CellDrawing />
              </div>
            )}
          </div>
        </Container>
      </section>
      {(shown.length > 0 || !text) && (
        <Scene
          name="line"
          alt="Fixed arms along an assembly line in a high hall, drive units on the conveyor before them"
        />
      )}
      <Section>
        {failed && (
          <div className="mb-8">
            <ErrorState
              title="Couldn't load product names."
              message="The links below still work."
              onRetry={retry}
            />
          </div>
        )}
        <ul className="grid gap-5 lg:grid-cols-12">
          {shown.map(({ id, part }, index) => (
            <Reveal as="li" kind="card" key={id} className={wide(index) ? 'lg:col-span-7' : 'lg:col-span-5'}>
              <TechnologyCard
                id={id}
                part={part}
                number={index + 1}
                products={named(technologies[id])}
                current={hash === `#${id}`}
              />
            </Reveal>
          ))}
        </ul>
      </Section>
    </>
  )
}
