import { Button } from '~/ui/Button'
import { DateText } from '~/ui/DateText'
import { Container, CornerTicks } from '~/ui/Layout'
import { Link } from '~/ui/Link'
import { prose } from '~/ui/prose'
import { RichText } from '~/ui/RichText'
import type { LegalText_TextFragment } from './LegalText.gen'
import { RetentionList } from './RetentionList'

type Text = Omit<LegalText_TextFragment, ' $fragmentName'>

/** A legal text: summary, contents, and numbered sections that can be linked and printed. */
export function LegalText({ text, path }: { text: Text; path: string }) {
  const { title, summary, sections, editions, current, version, validFrom } = text
  return (
    <Container className="grid gap-x-8 gap-y-12 py-16 md:py-24 lg:grid-cols-12 print:block print:p-0">
      <header className="lg:col-span-full">
        <h1>{title}</h1>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="label text-faint">
            Valid from <DateText value={validFrom} />
          </p>
          <Button size="sm" className="print:hidden" onClick={() => window.print()}>
            Print
          </Button>
        </div>
        {!current && (
          <p role="status" className="mt-6 max-w-prose border-l-2 border-warn bg-raised px-4 py-3 text-small">
            This is version {version}, which is no longer valid.{' '}
            <Link to={path} className="underline underline-offset-4 hover:text-signal">
              Read the current version
            </Link>
          </p>
        )}
      </header>
      <nav
        aria-label="Contents"
        className="self-start lg:sticky lg:top-24 lg:col-span-4 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto print:hidden"
      >
        <h2 className="label mb-2 font-normal text-faint uppercase">Contents</h2>
        <ol>
          {sections.map(({ anchor: id, title }, index) => (
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
        {summary.length > 0 && (
          <CornerTicks className="mb-12 p-6 sm:p-8 print:p-4">
            <h2 className="label mb-4 font-normal text-faint uppercase">In short</h2>
            <ul className="grid max-w-prose gap-2">
              {summary.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </CornerTicks>
        )}
        {sections.map(({ anchor: id, title, html, items }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="border-t py-8">
            <h2
              id={`${id}-title`}
              className="grid gap-x-4 text-lead sm:grid-cols-[2.5rem_1fr] sm:items-baseline print:break-after-avoid"
            >
              <span className="label font-normal text-faint">{number(index)}</span>
              {title}
            </h2>
            <div className="mt-4 grid max-w-prose gap-4 text-muted sm:pl-14">
              <RichText html={html} className={`grid gap-4 ${prose}`} />
              {items.length > 0 && <RetentionList items={items} />}
            </div>
          </section>
        ))}
        {editions.length > 1 && (
          <nav aria-label="Versions" className="border-t py-8 print:hidden">
            <h2 className="label mb-2 font-normal text-faint uppercase">Versions</h2>
            <ul>
              {editions.map((edition, index) => (
                <li key={edition.version}>
                  <Link
                    to={index === 0 ? path : `${path}?version=${edition.version}`}
                    aria-current={edition.version === version ? 'page' : undefined}
                    className="inline-flex min-h-9 items-center text-small text-muted underline underline-offset-4 hover:text-fg aria-[current]:font-semibold aria-[current]:text-fg"
                  >
                    <span>
                      Version {edition.version}, valid from <DateText value={edition.validFrom} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </Container>
  )
}

const number = (index: number) => String(index + 1).padStart(2, '0')
