import type { ReactNode } from 'react'
import { type PageText, sectionOf } from '~/features/texts/sections'
import { Section, SectionHeading } from '~/ui/Layout'
import { GetStarted } from './GetStarted'
import { Solutions } from './Solutions'

/** The last sections of the page. */
export default function ClosingSections({ text }: { text: PageText }): ReactNode {
  const [solutions, start] = [sectionOf(text, 'solutions'), sectionOf(text, 'start')]
  return (
    <>
      {solutions.title && (
        <Section tight>
          <SectionHeading label={solutions.label} title={solutions.title} />
          <Solutions part={solutions} />
        </Section>
      )}
      {start.title && <GetStarted {...start} />}
    </>
  )
}
