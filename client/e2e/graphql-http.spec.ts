import { serverAudits } from 'graphql-http'
import { expect, test } from './test'

// The audits are listed before there is a server, so they ask for its address when they run.
let address = ''

test.describe('GraphQL over HTTP', { tag: '@desktop' }, () => {
  for (const audit of serverAudits({ url: () => address })) {
    test(`${audit.id} ${audit.name}`, async ({ server }) => {
      address = `${server.url}/graphql`
      const result = await audit.fn()
      expect(result.status, 'reason' in result ? result.reason : '').toBe('ok')
    })
  }
})
