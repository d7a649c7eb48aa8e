import { useQuery } from '@apollo/client/react'
import { useHead } from '~/lib/head'
import type { LoaderArgs } from '~/lib/loader'
import type { TextName } from '~/lib/schema.gen'
import { ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { Container } from '~/ui/Layout'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { LegalText } from './LegalText'
import { LegalTextDocument } from './LegalText.gen'

/** The loader of a legal text's page: the current version, or the one in the address. */
export const legalLoader =
  (name: TextName) =>
  ({ request }: LoaderArgs) => {
    const version = new URL(request.url).searchParams.get('version') ?? ''
    return {
      query: LegalTextDocument,
      variables: { name, version: /^[1-9]\d{0,5}$/.test(version) ? Number(version) : undefined },
    }
  }

export function LegalVersion({
  title,
  path,
  page,
}: {
  title: string
  path: string
  page: ReturnType<ReturnType<typeof legalLoader>>
}) {
  const { version } = page.variables
  useHead({ title, robots: version ? 'noindex' : undefined })
  const { data, error, refetch } = useQuery(page.query, page)
  if (data?.text) return <LegalText text={data.text} path={path} />
  return (
    <Container className="py-16 md:py-24">
      <h1 className="mb-10">{title}</h1>
      {data ? (
        <EmptyState
          title="There is no such version"
          message="It may be planned for later."
          action={<ButtonLink to={path}>Read the current version</ButtonLink>}
        />
      ) : error ? (
        <ErrorState title="Couldn't load this page." onRetry={() => void refetch().catch(() => {})} />
      ) : (
        <Loading label="Loading the text">
          <Skeleton className="h-96" />
        </Loading>
      )}
    </Container>
  )
}
