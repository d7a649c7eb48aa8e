import type { ReactNode } from 'react'
import { Section } from '~/ui/Layout'
import type { Overview_ProductFragment } from './Overview.gen'

/** What the machine is, in sentences, beside its highlights and what is in the box. */
export default function Overview({ product }: { product: Overview_ProductFragment }): ReactNode {
  const { description, highlights, modules } = product
  if (!description && highlights.length + modules.length === 0) return null
  return (
    <Section label="Overview" tight>
      <div className="grid gap-x-12 gap-y-10 border-t pt-8 lg:grid-cols-12">
        {description && (
          <div className="grid max-w-prose content-start gap-5 lg:col-span-7">
            {description.split(/\n{2,}/).map((paragraph, index) => (
              <p key={paragraph} className={index === 0 ? 'text-lead' : 'text-muted'}>
                {paragraph}
              </p>
            ))}
          </div>
        )}
        <div
          className={`grid content-start gap-10 ${description ? 'lg:col-span-5' : 'gap-x-12 md:grid-cols-2 lg:col-span-12'}`}
        >
          <NamedList title="Key Highlights" items={highlights} />
          <NamedList title="Included Modules / Parts" items={modules} />
        </div>
      </div>
    </Section>
  )
}

function NamedList({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <h2 className="mb-3 text-body tracking-normal">{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item} className="border-t py-2.5 text-small text-muted">
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
