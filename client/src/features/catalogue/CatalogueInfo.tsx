import type { ComponentProps, ReactNode } from 'react'
import { FaqList } from '~/features/faq/FaqList'
import { Section, SectionHeading } from '~/ui/Layout'
import { WhyChoose } from './WhyChoose'

/** Content that applies to all products: reasons to buy, and questions with answers. */
export default function CatalogueInfo(faq: ComponentProps<typeof FaqList>): ReactNode {
  return (
    <>
      <WhyChoose />
      <Section id="faq" tight>
        <SectionHeading label="FAQ" title="Frequently asked questions" />
        <div className="md:ml-[calc(25%+0.5rem)]">
          <FaqList {...faq} />
        </div>
      </Section>
    </>
  )
}
