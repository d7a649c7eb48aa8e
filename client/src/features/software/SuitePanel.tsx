import type { ReactNode } from 'react'
import { type PageText, sectionOf, type TextSection } from '~/features/texts/sections'
import { Badge } from '~/ui/Badge'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { RichText } from '~/ui/RichText'
import { SpecTable } from '~/ui/SpecTable'
import { CodeBlock } from './CodeBlock'
import type { SuiteId } from './suiteIds'
import { type Suite, suites } from './suites'

type Items = TextSection['items']

const lists = ['features', 'requirements', 'dependencies', 'build', 'documentation']

const cells = (items: Items) => items.map(({ title, text }) => ({ label: title, value: text }))

/** The content of a tab: code on the left, requirements and links on the right. */
export default function SuitePanel({ id, text }: { id: SuiteId; text: PageText }): ReactNode {
  const suite = suites.find((one) => one.id === id) as Suite
  const part = sectionOf(text, id)
  const [features, requirements, dependencies, build, documentation] = lists.map((list) =>
    sectionOf(text, `${id}-${list}`).items.filter(({ title }) => title),
  ) as [Items, Items, Items, Items, Items]
  return (
    <div className="grid gap-x-8 gap-y-14 lg:grid-cols-12">
      <header className="lg:col-span-8">
        <h2>{part.title}</h2>
        <RichText html={part.html} className="mt-4 max-w-prose text-muted" />
      </header>
      <div className="min-w-0 lg:col-span-8 lg:row-span-2">
        <Title>Sample code</Title>
        <div className="grid gap-5">
          {suite.files.map((file) => (
            <CodeBlock key={file.name} {...file} />
          ))}
        </div>
        <div className="mt-12">
          <Title>Build steps</Title>
          <ol className="grid gap-6">
            {build.map(({ key: id, title, text }, index) => {
              const command = suite.commands[Number(id) - 1]
              return (
                <li key={id} className="flex min-w-0 gap-3">
                  <span aria-hidden="true" className="label size-5 pt-1 text-faint">
                    {index + 1}
                  </span>
                  <div className="min-w-0 flex-1">
                    <p>
                      {title}
                      {text && <Mark>{text}</Mark>}
                    </p>
                    {command && (
                      <div className="mt-3">
                        <CodeBlock bare name={`Step ${index + 1}`} {...command} />
                      </div>
                    )}
                  </div>
                </li>
              )
            })}
          </ol>
        </div>
      </div>
      <div className="grid content-start gap-10 lg:sticky lg:top-28 lg:col-span-4 lg:col-start-9 lg:row-span-2 lg:row-start-1">
        <section>
          <Title>Features</Title>
          <ul className="border-b">
            {features.map(({ key: id, title, text }) => (
              <li key={id} className="flex gap-3 border-t py-3 text-small">
                <Icon
                  name={text ? 'minus' : 'check'}
                  className={`mt-0.5 size-4 ${text ? 'text-faint' : 'text-ok'}`}
                />
                <span>
                  {title}
                  {text && <Mark>{text}</Mark>}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <SpecTable caption="System requirements" items={cells(requirements)} />
        <SpecTable caption="Dependencies" items={cells(dependencies)} />
        <section>
          <Title>Documentation</Title>
          <ul className="border-b">
            {documentation.map(({ key: id, title }) => (
              <li key={id} className="border-t">
                <DocumentationLink text={title} href={suite.documentation[Number(id) - 1] ?? '/'} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}

function Title({ children }: { children: ReactNode }) {
  return <h3 className="label mb-3 font-normal text-faint uppercase">{children}</h3>
}

function Mark({ children }: { children: string }) {
  return (
    <span className="ml-3 inline-block">
      <Badge>{children}</Badge>
    </span>
  )
}

const row = 'flex min-h-11 items-center justify-between gap-4 text-small hover:text-signal'

/** Links pages of the client by its router; other addresses, including this server's files, by the browser. */
function DocumentationLink({ text, href }: { text: string; href: string }) {
  if (href.startsWith('/') && !href.startsWith('/api/'))
    return (
      <Link to={href} className={row}>
        {text}
        <Icon name="arrow" className="size-4 text-faint" />
      </Link>
    )
  return (
    <a href={href} rel="noreferrer" className={row}>
      {text}
      <Icon name="external" className="size-4 text-faint" />
    </a>
  )
}
