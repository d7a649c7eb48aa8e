import type { PageHandle } from '~/lib/first'
import { useHead } from '~/lib/head'
import { Section, SectionHeading } from '~/ui/Layout'
import { Scene } from '~/ui/Scene'
import { Leadership } from './Leadership'
import { LeadershipDocument } from './Leadership.gen'
import { Milestones } from './Milestones'
import { MilestonesDocument } from './Milestones.gen'
import { Onward } from './Onward'
import { Story } from './Story'
import { Values } from './Values'

export const handle: PageHandle = {
  first: () => [{ query: LeadershipDocument }, { query: MilestonesDocument }],
}

/** The company: its story and values stand at once, people and timeline come from the graph. */
export function Component() {
  useHead({
    title: 'About us',
    description:
      'Who builds the robots: the story of the company, what it stands for, who leads it, and its way from the first arm to a catalogue of ten products.',
  })
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
        <SectionHeading label="Values" title="Four things that we answer for" />
        <Values />
      </Section>
      <Leadership />
      <Milestones />
      <Onward />
    </>
  )
}
