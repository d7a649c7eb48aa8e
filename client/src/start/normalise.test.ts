import { ApolloClient, ApolloLink } from '@apollo/client'
import { expect, test } from 'vitest'
import { publicRoutes } from '~/app/pageModules'
import { createCache } from '~/lib/apollo'
import { queriesIn } from '~/lib/loader'
import { fills, mockResultsFrom, readSchema } from '~/test/mockResults'
import { normalise } from './normalise'
import { matchPage, runLoader } from './pageRoute'

const schema = readSchema('../graph/schema')
const addresses = publicRoutes.map(({ path = '' }) => path.replace(':id', '1'))

test.each(addresses)('the cache of %s is the one that Apollo would make', async (pathname) => {
  const page = matchPage(pathname)
  if (!page) throw new Error(`no page at ${pathname}`)
  const queries = queriesIn(await runLoader(page, `https://shop.example${pathname}?products=1,2&q=arm`))
  for (const fill of Object.values(fills)) {
    const answer = mockResultsFrom(schema, fill)
    const answers = queries.map((query) => ({ ...query, data: answer(query.query) }))
    const client = new ApolloClient({ cache: createCache(), link: ApolloLink.empty() })
    for (const { query, variables, data } of answers) client.writeQuery({ query, variables, data })
    expect(normalise(answers)).toEqual(client.extract())
  }
})
