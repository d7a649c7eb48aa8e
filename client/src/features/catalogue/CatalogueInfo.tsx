import type { ComponentProps, ReactNode } from 'react'
import { FaqList } from '~/features/faq/FaqList'
import type { TextSection } from '~/features/texts/sections'
import { Section, SectionHeading } from '~/ui/Layout'
import { WhyChoose } from './WhyChoose'

/** Content that applies to all products: reasons to buy, and questions with answers. */
export default function CatalogueInfo({
  why,
  ...faq
}: ComponentProps<typeof FaqList> & { why: TextSection | undefined }): ReactNode {
  return (
    <>
      {why?.title && <WhyChoose part={why} />}
      <Section id="faq" tight>
        <SectionHeading label="FAQ" title="Frequently asked questions" />
        <div className="md:ml-[calc(25%+0.5rem)]">
          <FaqList {...faq} />
        </div>
      </Section>
    </>
  )
}
