import { itemsOf, type TextSection } from '~/features/texts/sections'
import { Section, SectionHeading } from '~/ui/Layout'

const reasons = { 1: true, 2: true, 3: true, 4: true }

/** Reasons to buy. */
export function WhyChoose({ part }: { part: TextSection }) {
  return (
    <Section tight>
      <SectionHeading label={part.label} title={part.title} />
      <dl className="grid gap-x-8 gap-y-6 md:ml-[calc(25%+0.5rem)] md:grid-cols-2">
        {itemsOf(part, reasons).map(({ id, title, text }) => (
          <div key={id} className="border-t pt-4">
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-2 max-w-prose text-small text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
