import { ApolloClient, ApolloLink, type DocumentNode } from '@apollo/client'
import * as apollo from '@apollo/client/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MilestonesDocument, type MilestonesQuery } from '~/features/about/Milestones.gen'
import { Timeline_MilestoneFragmentDoc } from '~/features/about/Timeline.gen'
import { FeaturedProduct_ProductFragmentDoc } from '~/features/home/FeaturedProduct.gen'
import { HomeDocument, type HomeQuery } from '~/features/home/Home.gen'
import { NewsletterSubscribeDocument } from '~/features/newsletter/Newsletter.gen'
import { createCache } from '~/lib/apollo'
import { fills, mockResultsFrom, readSchema } from '~/test/mockResults'
import * as ours from './apolloReact'

type Result = { data?: object; previousData?: object; error?: unknown; loading?: boolean; complete?: boolean }
type Hooks = {
  ApolloProvider: (props: { client: ApolloClient; children: ReactNode }) => ReactNode
  useQuery: (query: DocumentNode, options?: { skip?: boolean }) => Result
  useFragment: (options: { fragment: DocumentNode; from: object | null }) => Result
  useMutation: (mutation: DocumentNode) => readonly unknown[]
}

const schema = readSchema('../graph/schema')

/** What a component gets from all of them. */
function results({ ApolloProvider, useQuery, useFragment, useMutation }: Hooks, client: ApolloClient) {
  const all: Result[] = []
  function Component() {
    const milestones = useQuery(MilestonesDocument)
    const home = useQuery(HomeDocument)
    const { nodes } = (milestones.data as MilestonesQuery).companyHistory
    const [first = null] = (home.data as HomeQuery).featuredProducts
    all.push(milestones, home, useQuery(HomeDocument, { skip: true }))
    all.push(useFragment({ fragment: Timeline_MilestoneFragmentDoc, from: nodes }))
    all.push(useFragment({ fragment: FeaturedProduct_ProductFragmentDoc, from: first }))
    all.push(useFragment({ fragment: FeaturedProduct_ProductFragmentDoc, from: null }))
    all.push(useMutation(NewsletterSubscribeDocument)[1] as Result)
    return null
  }
  renderToString(
    <ApolloProvider client={client}>
      <Component />
    </ApolloProvider>,
  )
  return all.map(({ data, previousData, error, loading, complete }) => ({
    ...{ data, previousData, error, loading, complete },
  }))
}

test.each(Object.entries(fills))('components get what Apollo would give them: %s', (_, fill) => {
  const answer = mockResultsFrom(schema, { ...fill, ids: Number.POSITIVE_INFINITY })
  const answers = [MilestonesDocument, HomeDocument].map((query) => ({ query, data: answer(query) }))
  const client = new ApolloClient({
    cache: createCache(),
    link: ApolloLink.empty(),
    dataMasking: true,
    ssrMode: true,
  })
  for (const { query, data } of answers) client.writeQuery({ query, data })
  const theirs = results(apollo as unknown as Hooks, client)
  const given = results(ours as unknown as Hooks, new ours.StaticClient(answers) as unknown as ApolloClient)
  // Apollo hides what a fragment has asked for; nothing is missing here.
  expect(given).toMatchObject(theirs)
})

test('a query that the server has no answer to is named', () => {
  expect(() =>
    results(ours as unknown as Hooks, new ours.StaticClient([]) as unknown as ApolloClient),
  ).toThrow('Milestones is not in the loader of the page')
})
