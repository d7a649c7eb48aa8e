import type { ReactNode } from 'react'
import { Section } from '~/ui/Layout'
import { prose } from '~/ui/prose'
import { RichText } from '~/ui/RichText'
import type { Overview_ProductFragment } from './Overview.gen'

/** The description, with highlights and contents of the box beside it. */
export default function Overview({ product }: { product: Overview_ProductFragment }): ReactNode {
  const { descriptionHtml: html, highlights, modules } = product
  if (!html && highlights.length + modules.length === 0) return null
  return (
    <Section label="Overview" tight>
      <div className="grid gap-x-12 gap-y-10 border-t pt-8 lg:grid-cols-12">
        {html && (
          <RichText
            html={html}
            className={`grid max-w-prose content-start gap-5 text-muted lg:col-span-7 [&>p:first-child]:text-lead [&>p:first-child]:text-fg ${prose}`}
          />
        )}
        <div
          className={`grid content-start gap-10 ${html ? 'lg:col-span-5' : 'gap-x-12 md:grid-cols-2 lg:col-span-12'}`}
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
