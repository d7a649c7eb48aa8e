// A partner's program from its first query to catching up after a breakdown: SHOP=http://localhost:8080 node partner.mjs
// Node 20 or newer, nothing to install. The administrator's part (a key, a webhook, a few changes) is done here as well, with the
// demo's account, so that it runs by itself; the shop needs PRIVATE_WEBHOOKS=1 to reach a receiver on the same machine.
import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const shop = process.env.SHOP ?? 'http://localhost:8080'
const email = process.env.ADMIN_EMAIL ?? 'admin@orrery.example'
const password = process.env.ADMIN_PASSWORD ?? 'Orrery-Admin-1!'

async function ask(token, query, variables = {}) {
  const response = await fetch(`${shop}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  })
  return response.json()
}

async function must(token, query, variables) {
  const { data, errors } = await ask(token, query, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

// An administrator makes a key that may read orders and events.
const { userLogin } = await must(
  null,
  'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token userErrors { message } } }',
  { input: { email, password } },
)
const admin = userLogin.token
const { apiKeyCreate } = await must(
  admin,
  'mutation ($input: APIKeyCreateInput!) { apiKeyCreate(input: $input) { secret userErrors { message } } }',
  { input: { name: 'Warehouse', scopes: ['READ_ORDERS', 'READ_EVENTS'] } },
)
const key = apiKeyCreate.secret

// The catalogue, page by page.
const products = []
for (let after = null, more = true; more; ) {
  const page = await must(
    key,
    'query ($after: String) { products(first: 4, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } }',
    { after },
  )
  products.push(...page.products.nodes)
  ;({ hasNextPage: more, endCursor: after } = page.products.pageInfo)
}
assert.equal(new Set(products.map(({ id }) => id)).size, products.length)
console.log(`${products.length} products`)

// A key without the scope is refused.
const rename =
  'mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) { userErrors { message } } }'
const refused = await ask(key, rename, { input: { id: '1', stock: 9 } })
assert.equal(refused.errors[0].extensions.code, 'FORBIDDEN')
console.log(`a write: ${refused.errors[0].message}`)

// What happens, while it happens, as server-sent events.
const seen = new Map() // events by identifier
let cursor = null
const stopped = new AbortController()
const stream = await fetch(`${shop}/graphql`, {
  method: 'POST',
  signal: stopped.signal,
  headers: {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    authorization: `Bearer ${key}`,
  },
  body: JSON.stringify({
    query: 'subscription { eventAdded { cursor node { id kind objectId sequence } } }',
  }),
})
const listening = (async () => {
  let text = ''
  for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.+)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (!data) continue
      const { node, cursor: place } = JSON.parse(data).data.eventAdded
      assert.ok(!seen.has(node.id), 'an event came twice')
      seen.set(node.id, node)
      cursor = place
    }
  }
})().catch((error) => {
  if (error.name !== 'AbortError') throw error
})

// A webhook: the receiver checks the signature before it believes a word.
const received = []
let secret
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = request.headers
  const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${time}.${body}`)
    .digest()
  const genuine = signatures.split(' ').some((part) => {
    const [version, signature] = part.split(',')
    const given = Buffer.from(signature ?? '', 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  const fresh = Math.abs(Date.now() / 1000 - Number(time)) < 300
  if (genuine && fresh) received.push(JSON.parse(body))
  response.writeHead(genuine && fresh ? 204 : 401).end()
})
await new Promise((ready) => receiver.listen(0, '127.0.0.1', ready))
const { webhookCreate } = await must(
  admin,
  'mutation ($input: WebhookCreateInput!) { webhookCreate(input: $input) { secret userErrors { field message } } }',
  { input: { url: `http://127.0.0.1:${receiver.address().port}/`, kinds: ['stock.changed'] } },
)
secret = webhookCreate.secret

async function until(condition, what) {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 200) throw new Error(`never: ${what}`)
    await new Promise((later) => setTimeout(later, 50))
  }
}
const stock = async (units) => {
  const { productUpdate } = await must(admin, rename, { input: { id: '3', stock: units } })
  assert.deepEqual(productUpdate.userErrors, [])
}
await stock(101)
await until(() => received.length === 1, 'the webhook')
await until(() => [...seen.values()].some(({ kind }) => kind === 'stock.changed'), 'the event')
console.log(`received ${received[0].type}: ${received[0].data.stock} units, signature verified`)

// The program breaks down, ten things happen, and it catches up with the last cursor that it knows.
stopped.abort()
await listening
receiver.close()
for (let units = 1; units <= 10; units++) await stock(units)
const missed = []
for (
  let tries = 0;
  missed.filter(({ kind }) => kind === 'stock.changed').length < 10 && tries < 200;
  tries++
) {
  const { events } = await must(
    key,
    'query ($after: String) { events(first: 7, after: $after) { nodes { id kind objectId sequence } pageInfo { endCursor } } }',
    { after: cursor },
  )
  missed.push(...events.nodes)
  cursor = events.pageInfo.endCursor ?? cursor
}
for (const event of missed) {
  assert.ok(!seen.has(event.id), 'an event came twice')
  seen.set(event.id, event)
}
const counted = [...seen.values()]
  .filter(({ kind }) => kind === 'stock.changed')
  .map(({ sequence }) => sequence)
assert.deepEqual(
  counted,
  counted.map((_, index) => counted[0] + index),
  'an event is missing',
)
assert.equal(counted.length, 11)
console.log(`caught up: ${counted.length} changes of stock, none missing, none twice`)
