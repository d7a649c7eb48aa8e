import type { ReactNode } from 'react'
import { Button } from '~/ui/Button'
import { DateText } from '~/ui/DateText'
import { Container, CornerTicks } from '~/ui/Layout'

export type LegalSection = { id: string; title: string; content: ReactNode }

/** A legal text: what matters in short, the contents, and numbered sections that can be linked and printed. */
export function LegalText({
  title,
  changed,
  short,
  sections,
}: {
  title: string
  /** The date of the last change. */
  changed: string
  /** The text in a few lines; it does not replace the sections. */
  short: string[]
  sections: LegalSection[]
}) {
  return (
    <Container className="grid gap-x-8 gap-y-12 py-16 md:py-24 lg:grid-cols-12 print:block print:p-0">
      <header className="lg:col-span-full">
        <h1>{title}</h1>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="label text-faint">
            Last changed <DateText value={`${changed}T12:00:00Z`} />
          </p>
          <Button size="sm" className="print:hidden" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </header>
      <nav
        aria-label="Contents"
        className="self-start lg:sticky lg:top-24 lg:col-span-4 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto print:hidden"
      >
        <h2 className="label mb-2 font-normal text-faint uppercase">Contents</h2>
        <ol>
          {sections.map(({ id, title }, index) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="grid min-h-9 grid-cols-[2.5rem_1fr] items-baseline py-1.5 text-small text-muted underline-offset-4 hover:text-fg hover:underline"
              >
                <span className="label text-faint">{number(index)}</span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="min-w-0 lg:col-span-8">
        <CornerTicks className="mb-12 p-6 sm:p-8 print:p-4">
          <h2 className="label mb-4 font-normal text-faint uppercase">In short</h2>
          <ul className="grid max-w-prose gap-2">
            {short.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </CornerTicks>
        {sections.map(({ id, title, content }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="border-t py-8">
            <h2
              id={`${id}-title`}
              className="grid gap-x-4 text-lead sm:grid-cols-[2.5rem_1fr] sm:items-baseline print:break-after-avoid"
            >
              <span className="label font-normal text-faint">{number(index)}</span>
              {title}
            </h2>
            <div className="mt-4 grid max-w-prose gap-4 text-muted sm:pl-14 [&_a]:text-fg [&_a]:underline [&_a]:underline-offset-4 [&_a:hover]:text-signal [&_li]:mt-2 [&_strong]:font-semibold [&_strong]:text-fg [&_ul]:list-disc [&_ul]:pl-5">
              {content}
            </div>
          </section>
        ))}
      </div>
    </Container>
  )
}

const number = (index: number) => String(index + 1).padStart(2, '0')
