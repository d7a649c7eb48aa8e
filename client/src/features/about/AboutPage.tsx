import { useQuery } from '@apollo/client/react'
import { useLoaderData } from 'react-router-dom'
import { sectionOf } from '~/features/texts/sections'
import { ErrorState } from '~/ui/ErrorState'
import { Container, Section, SectionHeading } from '~/ui/Layout'
import { Scene } from '~/ui/Scene'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AboutLinks } from './AboutLinks'
import { AboutTextDocument } from './AboutText.gen'
import { Leadership } from './Leadership'
import { LeadershipDocument } from './Leadership.gen'
import { Milestones } from './Milestones'
import { MilestonesDocument } from './Milestones.gen'
import { Story } from './Story'
import { Values } from './Values'

export const loader = () =>
  [{ query: AboutTextDocument }, { query: LeadershipDocument }, { query: MilestonesDocument }] as const

/** The company's story, values, people and timeline, each with a separate request. */
export default function AboutPage() {
  const [own, leadership, milestones] = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch } = useQuery(own.query)
  const text = data?.text
  const values = sectionOf(text, 'values')
  return (
    <>
      {text ? (
        <Story text={text} />
      ) : (
        <Container className="border-b py-16 lg:py-24">
          <h1 className="sr-only">About us</h1>
          {error ? (
            <ErrorState title="Couldn't load our story." onRetry={() => void refetch().catch(() => {})} />
          ) : (
            <Loading label="Loading our story">
              <Skeleton className="h-96" />
            </Loading>
          )}
        </Container>
      )}
      {(!text || sectionOf(text, 'history').html) && (
        <Scene
          name="workshop"
          alt="The workshop on the canal at dusk: a collaborative robot, a mobile base and a rail under test"
        />
      )}
      <Section>
        {text && values.title && (
          <>
            <SectionHeading label={values.label} title={values.title} />
            <Values text={text} />
          </>
        )}
      </Section>
      <Leadership {...leadership} part={sectionOf(text, 'leadership')} />
      <Milestones {...milestones} part={sectionOf(text, 'milestones')} />
      <AboutLinks part={sectionOf(text, 'onward')} />
    </>
  )
}
