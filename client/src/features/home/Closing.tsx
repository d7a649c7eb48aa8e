import type { ReactNode } from 'react'
import { Section, SectionHeading } from '~/ui/Layout'
import { GetStarted } from './GetStarted'
import { Solutions } from './Solutions'

/** What the page ends with. */
export default function Closing(): ReactNode {
  return (
    <>
      <Section tight>
        <SectionHeading label="Range" title="Solutions Overview" />
        <Solutions />
      </Section>
      <GetStarted />
    </>
  )
}
