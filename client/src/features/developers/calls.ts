import type { Language } from '~/features/software/highlight'
import { origin } from '~/lib/origin'
import receiver from './receiver.mjs?raw'

/** A command to copy and the beginning of its output. The browser test runs each of them. */
export type Call = { name: string; language: Language; code: string; returns?: string }

const graphql = (query: string, key = '') =>
  `curl ${origin}/graphql \\\n  -H 'content-type: application/json' \\\n${key}  -d '{"query": "${query}"}'`

const withKey = `  -H "authorization: Bearer $KEY" \\\n`

const mcp = (request: string) =>
  `curl ${origin}/ucp/mcp \\\n  -H 'content-type: application/json' \\\n  -H 'accept: application/json, text/event-stream' \\\n  -d '{"jsonrpc": "2.0", "id": 1, ${request}}'`

const sh = (name: string, code: string, returns?: string): Call => ({ name, language: 'sh', code, returns })

/** The calls of each section, by its anchor. */
export const calls: Record<string, Call[]> = {
  keys: [
    sh('Read the schema with a key', `curl ${origin}/schema.graphql \\\n  -H "authorization: Bearer $KEY"`),
  ],
  graphql: [
    sh(
      'Query products',
      graphql(
        '{ products(first: 2, sortBy: PRICE_ASC) { nodes { id name stock price { amount currency } } } }',
      ),
      `{ "data": { "products": { "nodes": [
  { "id": "5", "name": "Educational Kit", "stock": 0,
    "price": { "amount": "2999.00", "currency": "USD" } }
] } } }`,
    ),
    sh(
      'Query a fit check',
      graphql(
        '{ fitCheck(productIds: [\\"3\\", \\"7\\"], partMassGrams: 2500) { outcome groups { lines { rule outcome message } } } }',
      ),
      `{ "data": { "fitCheck": { "outcome": "FITS", "groups": [{ "lines": [
  { "rule": "PAYLOAD", "outcome": "FITS",
    "message": "Gripper 0.9 kg and part 2.5 kg leave 2.6 kg of 6 kg" }
] }] } } }`,
    ),
    sh(
      'Query orders with a key',
      graphql('{ orders(first: 20) { nodes { number status totalPrice { amount } } } }', withKey),
    ),
  ],
  rest: [
    sh(
      'List products',
      `curl '${origin}/api/v1/products?sortBy=price&limit=2'`,
      `{
  "success": true,
  "totalProducts": 10,
  "products": [{ "_id": "5", "name": "Educational Kit", "price": 2999.0 }]
}`,
    ),
    sh('Download a data sheet', `curl -OJ ${origin}/api/v1/products/1/datasheet.pdf`),
    sh('Download the OpenAPI description', `curl ${origin}/api/v1/openapi.json`),
  ],
  webhooks: [
    sh(
      'Query events with a key',
      graphql('{ events(first: 100) { nodes { id kind objectId data } pageInfo { endCursor } } }', withKey),
    ),
    { name: 'receiver.mjs', language: 'ts', code: receiver },
  ],
  feed: [
    sh(
      'Read the feed',
      `curl ${origin}/feed.xml`,
      `<item>
  <g:id>1</g:id>
  <title>Robotic Arm with Linear Rail</title>
  <g:availability>in_stock</g:availability>
  <g:price>25999.00 USD</g:price>
</item>`,
    ),
  ],
  markdown: [
    sh(
      'Read a product as Markdown',
      `curl -H 'accept: text/markdown' ${origin}/products/1`,
      `# Robotic Arm with Linear Rail

| Price without tax | 25999.00 USD |
| Availability | 5 in stock |
| Lead time after payment | 3 weeks |`,
    ),
    sh('Read what the shop offers', `curl ${origin}/llms.txt`),
  ],
  assistants: [
    sh(
      'Read the UCP profile',
      `curl ${origin}/.well-known/ucp`,
      `{ "ucp": { "version": "2026-04-08", "services": {}, "capabilities": {} } }`,
    ),
    sh(
      'List the MCP tools',
      mcp('"method": "tools/list"'),
      `{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "tools": [{ "name": "search_catalog", "title": "Search the catalogue" }]
  }
}`,
    ),
    sh(
      'Call an MCP tool',
      mcp(
        '"method": "tools/call", "params": {\n    "name": "check_fit", "arguments": {"productIds": ["3", "7"], "partMassGrams": 2500}}',
      ),
      `{
  "result": {
    "structuredContent": {
      "url": "${origin}/compare?products=3,7",
      "outcome": "FITS"
    }
  }
}`,
    ),
  ],
}
