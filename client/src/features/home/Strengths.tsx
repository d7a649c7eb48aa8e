import type { ReactNode } from 'react'
import { type PageText, sectionOf } from '~/features/texts/sections'
import { Section, SectionHeading } from '~/ui/Layout'
import { Capabilities } from './Capabilities'
import { WhyChooseUs } from './WhyChooseUs'

/** The company and the uses of its machines. */
export default function Strengths({ text }: { text: PageText }): ReactNode {
  const [why, capabilities] = [sectionOf(text, 'why'), sectionOf(text, 'capabilities')]
  return (
    <>
      {why.title && (
        <Section tight className="bg-plate">
          <SectionHeading label={why.label} title={why.title} />
          <WhyChooseUs part={why} />
        </Section>
      )}
      {capabilities.title && (
        <Section tight>
          <SectionHeading label={capabilities.label} title={capabilities.title} />
          <Capabilities part={capabilities} />
        </Section>
      )}
    </>
  )
}
