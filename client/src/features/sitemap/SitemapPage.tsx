import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router-dom'
import { type Page, pages } from '~/app/pages'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { Button } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Container } from '~/ui/Layout'
import { Link } from '~/ui/Link'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { SitemapDocument } from './Sitemap.gen'

export const loader = () => ({ query: SitemapDocument, variables: {} })

const listed = Object.values<Page>(pages).filter(({ sitemap }) => sitemap)

const robots = () =>
  (settings().footerCategories ?? []).map(({ label, value }) => ({
    to: paths.category(value),
    text: `${label} robots`,
  }))

/** The links of each group, in the order of app/pages.ts. */
const groups = () =>
  [...new Set(listed.map(({ sitemap }) => sitemap))].map((title) => {
    const links = listed
      .filter(({ sitemap }) => sitemap === title)
      .map(({ path, title }) => ({ to: path, text: title || 'Home' }))
    return { title, links: title === 'Shop' ? [...links, ...robots()] : links }
  })

/** Every page of this site: products from the API, other pages by group. */
export default function SitemapPage() {
  const page = useLoaderData<ReturnType<typeof loader>>()
  const { data, error, refetch, fetchMore, loading } = useQuery(page.query, page)
  const { nodes = [], pageInfo } = data?.products ?? {}
  const more = () =>
    fetchMore({
      variables: { after: pageInfo?.endCursor },
      updateQuery: (before, { fetchMoreResult: { products } }) => ({
        products: { ...products, nodes: [...before.products.nodes, ...products.nodes] },
      }),
    })
  return (
    <Container className="py-16 md:py-24">
      <h1>Sitemap</h1>
      <div className="mt-14 grid gap-x-8 gap-y-14 lg:grid-cols-12">
        <Group title="Products" count={data && nodes.length} className="lg:col-span-5">
          {error && <ErrorState title="Couldn't load products." onRetry={() => refetch()} />}
          {!data && !error && (
            <Loading label="Loading the products">
              {Array.from({ length: 10 }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows.
                <div key={row} className="flex min-h-11 items-center border-t">
                  <Skeleton className="h-5 w-2/3" />
                </div>
              ))}
            </Loading>
          )}
          {data && (
            <ul className="border-b">
              {nodes.map(({ id, name, model }) => (
                <Line key={id} to={paths.product(id)} note={model}>
                  {name}
                </Line>
              ))}
            </ul>
          )}
          {pageInfo?.hasNextPage && (
            <Button size="sm" className="mt-4" loading={loading} onClick={more}>
              Show more
            </Button>
          )}
        </Group>
        <div className="gap-x-8 sm:columns-2 lg:col-span-6 lg:col-start-7">
          {groups().map(({ title, links }) => (
            <Group key={title} title={title} count={links.length} className="mb-14 break-inside-avoid">
              <ul className="border-b">
                {links.map(({ to, text }) => (
                  <Line key={to} to={to}>
                    {text}
                  </Line>
                ))}
              </ul>
            </Group>
          ))}
        </div>
      </div>
    </Container>
  )
}

function Group({
  title,
  count,
  className,
  children,
}: {
  title: string | undefined
  count: number | undefined
  className?: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={className}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-lead">{title}</h2>
        <span className="label text-faint">{count}</span>
      </div>
      {children}
    </section>
  )
}

function Line({ to, note, children }: { to: string; note?: string | null; children: ReactNode }) {
  return (
    <li className="border-t">
      <Link
        to={to}
        className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5 text-muted underline-offset-4 hover:text-fg hover:underline"
      >
        {children}
        {note && <span className="label text-faint">{note}</span>}
      </Link>
    </li>
  )
}
