import { useLoaderData } from 'react-router-dom'
import { Section, SectionHeading } from '~/ui/Layout'
import { Scene } from '~/ui/Scene'
import { Leadership } from './Leadership'
import { LeadershipDocument } from './Leadership.gen'
import { Milestones } from './Milestones'
import { MilestonesDocument } from './Milestones.gen'
import { Onward } from './Onward'
import { Story } from './Story'
import { Values } from './Values'

export const loader = () => [{ query: LeadershipDocument }, { query: MilestonesDocument }] as const

/** The company: its story and values stand at once, people and timeline come from the graph. */
export default function AboutPage() {
  const [leadership, milestones] = useLoaderData<ReturnType<typeof loader>>()
  return (
    <>
      <Story />
      <Section>
        <div className="mb-10">
          <Scene
            name="workshop"
            alt="The workshop: a collaborative robot, a mobile base and a rail under test"
          />
        </div>
        <SectionHeading label="Values" title="What we stand for" />
        <Values />
      </Section>
      <Leadership {...leadership} />
      <Milestones {...milestones} />
      <Onward />
    </>
  )
}
