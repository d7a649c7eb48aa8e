import type { ReactNode } from 'react'
import { CodeBlock } from '~/features/software/CodeBlock'
import { origin } from '~/lib/origin'
import { paths } from '~/lib/paths'
import { Container } from '~/ui/Layout'
import { Link } from '~/ui/Link'
import { SpecTable } from '~/ui/SpecTable'
import { calls } from './calls'

const inText = 'underline decoration-control underline-offset-4 hover:decoration-fg'

/** Sections of the page by anchor, in order. */
const parts: { id: string; title: string; text: ReactNode }[] = [
  {
    id: 'keys',
    title: 'Keys',
    text: (
      <>
        <p>
          The catalogue is public. Everything else takes an API key. Ask for one by the{' '}
          <Link to={`${paths.contact}?subject=API%20key`} className={inText}>
            contact form
          </Link>{' '}
          and say what your program reads or changes: a key has only the scopes that it needs.
        </p>
        <p>
          Send the key with each request as <Code>authorization: Bearer KEY</Code>. The calls below read it
          from the variable <Code>KEY</Code>.
        </p>
      </>
    ),
  },
  {
    id: 'graphql',
    title: 'GraphQL',
    text: (
      <>
        <p>
          One endpoint for products, fit checks, costs, quotes, orders and pre-orders: <Code>/graphql</Code>.
          It takes POST, GET, server-sent events and WebSockets.
        </p>
        <p>
          Lists are pages: pass <Code>first</Code>, and <Code>endCursor</Code> as <Code>after</Code> for the
          next one. Changes return <Code>userErrors</Code> with a field and a message.
        </p>
        <p>
          With a key, the documented schema is at <Code>/schema.graphql</Code>, and you can try queries in the{' '}
          <a href={paths.playground} className={inText}>
            playground
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: 'rest',
    title: 'REST',
    text: (
      <>
        <p>
          The same data below <Code>/api/v1</Code>, and what is a file: data sheets, invoices and exports as
          CSV. Every route is in{' '}
          <a href="/api/v1/openapi.json" className={inText}>
            the OpenAPI description
          </a>
          .
        </p>
        <p>
          Public responses have an <Code>ETag</Code>. Send it back as <Code>if-none-match</Code> and get 304
          while nothing has changed.
        </p>
      </>
    ),
  },
  {
    id: 'webhooks',
    title: 'Webhooks and events',
    text: (
      <>
        <p>
          An order is placed, a price changes, stock runs out: each is an event with the ID of its object and
          a few figures, never personal data. Read the last 90 days with <Code>events</Code>, follow them with
          the subscription <Code>eventAdded</Code>, or have them sent to you.
        </p>
        <p>
          Webhooks are signed as{' '}
          <a href="https://www.standardwebhooks.com" rel="noreferrer" className={inText}>
            Standard Webhooks
          </a>{' '}
          defines. Respond with 2xx within 10 seconds. Failed deliveries are repeated for three days, and
          events of one object arrive in their order.
        </p>
        <p>We create the webhook for your address and give you its secret once.</p>
      </>
    ),
  },
  {
    id: 'feed',
    title: 'Product feed',
    text: (
      <>
        <p>
          Everything that is for sale, as RSS 2.0 with the attributes of Google's product data specification.
          The feed is always current: a new price is in the next response.
        </p>
        <p>
          Each page of it holds a fixed range of 20,000 product IDs. Follow{' '}
          <Code>&lt;atom:link rel="next"&gt;</Code>.
        </p>
      </>
    ),
  },
  {
    id: 'markdown',
    title: 'Markdown and structured data',
    text: (
      <>
        <p>
          For language models: product pages, questions and terms are Markdown with <Code>.md</Code> after
          their address, or with <Code>accept: text/markdown</Code>. <Code>/llms.txt</Code> says what there
          is.
        </p>
        <p>Every page has its schema.org data as JSON-LD: products with offers, questions, breadcrumbs.</p>
      </>
    ),
  },
  {
    id: 'assistants',
    title: 'Assistants',
    text: (
      <>
        <p>
          Assistants that shop for somebody use the{' '}
          <a href="https://ucp.dev" rel="noreferrer" className={inText}>
            Universal Commerce Protocol
          </a>
          , over REST or over MCP. <Code>/.well-known/ucp</Code> names the endpoints, their versions and the
          keys that sign messages.
        </p>
        <p>
          Search, fit checks, cell plans and delivery dates take no key. Carts, checkouts and quotes take
          signed requests. A person reviews each checkout and orders.
        </p>
        <p>
          Where a browser has WebMCP (<Code>document.modelContext</Code>), pages offer tools on the visitor's
          own session: search products, check fit, plan a cell, read the cart. Adding to the cart always asks
          the person first.
        </p>
      </>
    ),
  },
]

const limits = [
  { label: 'Requests', value: '600 a minute' },
  { label: 'Cost, with a key', value: '100,000 a minute' },
  { label: 'Beyond', value: '429, Retry-After' },
  { label: 'Prices', value: 'net, decimal text' },
  { label: 'Times', value: 'ISO 8601, UTC' },
]

/** The APIs for partners, with example calls to copy. */
export default function DevelopersPage() {
  return (
    <Container className="py-16 md:py-24">
      <div className="grid gap-x-8 gap-y-14 lg:grid-cols-12">
        <header className="lg:col-span-8">
          <h1>Developers</h1>
          <p className="mt-6 max-w-prose text-lead text-muted">
            Read the catalogue, check what fits, and follow orders from your own programs. Every call on this
            page runs as it stands against <span className="font-mono text-small text-fg">{origin}</span>.
          </p>
        </header>
        <div className="lg:col-span-4">
          <SpecTable caption="Limits and formats" items={limits} />
        </div>
      </div>
      <nav aria-label="On this page" className="mt-14 flex flex-wrap gap-x-6 border-t pt-2">
        {parts.map(({ id, title }) => (
          <Link
            key={id}
            to={`#${id}`}
            className="inline-flex min-h-11 items-center text-small text-muted underline decoration-control underline-offset-4 hover:text-fg"
          >
            {title}
          </Link>
        ))}
      </nav>
      {parts.map(({ id, title, text }) => (
        <section
          key={id}
          id={id}
          tabIndex={-1}
          aria-labelledby={`${id}-title`}
          className="mt-14 grid gap-x-8 gap-y-6 border-t pt-10 lg:grid-cols-12"
        >
          <div className="lg:col-span-4">
            <h2 id={`${id}-title`} className="mb-6">
              {title}
            </h2>
            <div className="grid gap-4 text-muted">{text}</div>
          </div>
          <div className="grid min-w-0 content-start gap-5 lg:col-span-8">
            {calls[id]?.map(({ name, language, code, returns }) => (
              <div key={name} className="grid min-w-0 gap-2">
                <CodeBlock name={name} language={language} code={code} />
                {returns && <Returns of={name} text={returns} />}
              </div>
            ))}
          </div>
        </section>
      ))}
    </Container>
  )
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-small text-fg">{children}</code>
}

/** An excerpt of a response. */
function Returns({ of, text }: { of: string; text: string }) {
  return (
    <section
      aria-label={`${of}: response`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the focused element.
      tabIndex={0}
      className="overflow-auto rounded-plate border px-4 py-3 -outline-offset-2"
    >
      <p className="label mb-3 text-faint">Returns</p>
      <pre className="w-max font-mono text-[0.8125rem] text-muted">{text}</pre>
    </section>
  )
}
