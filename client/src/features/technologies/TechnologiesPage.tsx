import { useLoaderData, useLocation } from 'react-router-dom'
import { ErrorState } from '~/ui/ErrorState'
import { Container, Section } from '~/ui/Layout'
import { Reveal } from '~/ui/Reveal'
import { Scene } from '~/ui/Scene'
import { Cell } from './Cell'
import { TechnologiesDocument } from './Technologies.gen'
import { TechnologyCard } from './TechnologyCard'
import { technologies } from './technologies'
import { ids, useProductNames } from './useProductNames'

/** A wide card and a narrow one in each row, changing sides. */
const wide = (index: number) => [0, 3].includes(index % 4)

export const loader = () => ({ query: TechnologiesDocument, variables: { ids } })

/** What is inside the machines: one drawing, six cards. */
export default function TechnologiesPage() {
  const { hash } = useLocation()
  const { named, failed, retry } = useProductNames(useLoaderData<ReturnType<typeof loader>>())
  return (
    <>
      <section aria-labelledby="technologies" className="border-b">
        <Container className="pt-16">
          <h1 id="technologies" className="sm:display">
            Technologies
          </h1>
          <div className="mt-10 grid gap-x-8 gap-y-10 lg:grid-cols-12">
            <div className="lg:col-span-4 lg:pb-10">
              <p className="max-w-[32ch] text-lead">
                Six technologies, and where each sits in a working cell.
              </p>
              <ol className="mt-8 border-b">
                {technologies.map(({ id, title }, index) => (
                  <li key={id} className="border-t">
                    {/* A plain link: the browser moves there again when the address already says so. */}
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
            <div className="self-end lg:col-span-8">
              <Cell />
            </div>
          </div>
        </Container>
      </section>
      <Section>
        <div className="mb-10">
          <Scene
            name="line"
            alt="Two fixed arms with grippers above cartons on a conveyor, shelves behind them"
          />
        </div>
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
          {technologies.map((technology, index) => (
            <Reveal
              as="li"
              kind="card"
              key={technology.id}
              className={wide(index) ? 'lg:col-span-7' : 'lg:col-span-5'}
            >
              <TechnologyCard
                technology={technology}
                number={index + 1}
                products={named(technology.productIds)}
                current={hash === `#${technology.id}`}
              />
            </Reveal>
          ))}
        </ul>
      </Section>
    </>
  )
}
