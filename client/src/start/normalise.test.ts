import { ApolloClient, ApolloLink } from '@apollo/client'
import { expect, test } from 'vitest'
import { publicRoutes } from '~/app/pageModules'
import { createCache } from '~/lib/apollo'
import { queriesIn } from '~/lib/loader'
import { answersFrom, fills, readSchema } from '~/test/answers'
import { normalised } from './normalise'
import { pageAt, runLoader } from './page'

const schema = readSchema('../graph/schema')
const addresses = publicRoutes.map(({ path = '' }) => path.replace(':id', '1'))

test.each(addresses)('the cache of %s is the one that Apollo would make', async (pathname) => {
  const page = pageAt(pathname)
  if (!page) throw new Error(`no page at ${pathname}`)
  const queries = queriesIn(await runLoader(page, `https://shop.example${pathname}?products=1,2&q=arm`))
  for (const fill of Object.values(fills)) {
    const answer = answersFrom(schema, fill)
    const answers = queries.map((query) => ({ ...query, data: answer(query.query) }))
    const client = new ApolloClient({ cache: createCache(), link: ApolloLink.empty() })
    for (const { query, variables, data } of answers) client.writeQuery({ query, variables, data })
    expect(normalised(answers)).toEqual(client.extract())
  }
})
