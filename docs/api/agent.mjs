// An agent from the shop's profile to the webhook of an order: SHOP=http://localhost:8080 node agent.mjs
// Node 20 or newer, nothing to install. Its profile is on this machine, which the shop fetches in the demo only. The person's part
// (to take the checkout over and order) and the shop's (to confirm the payment) are done here as well, with the demo's accounts, so
// that it runs by itself.
import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

const shop = process.env.SHOP ?? 'http://localhost:8080'
const version = '2026-04-08'

// The agent's profile: what it can do, where it receives changes of orders, and the key that signs its requests.
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const webhooks = []
const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const body = Buffer.concat(await request.toArray())
    webhooks.push({ request, body })
    response.end()
    return
  }
  const capability = (config) => [{ version, spec: 'https://ucp.dev/', schema: 'https://ucp.dev/', config }]
  response.setHeader('cache-control', 'public, max-age=600').end(
    JSON.stringify({
      ucp: {
        version,
        services: {},
        payment_handlers: {},
        capabilities: {
          'dev.ucp.shopping.catalog.search': capability(),
          'dev.ucp.shopping.cart': capability(),
          'dev.ucp.shopping.checkout': capability(),
          'dev.ucp.shopping.order': capability({ webhook_url: `http://${request.headers.host}/orders` }),
        },
      },
      signing_keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'agent-1', use: 'sig' }],
    }),
  )
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const profile = `http://127.0.0.1:${server.address().port}/profile`

/** The text that a signature of RFC 9421 signs: what is covered, a line each, then the parameters. */
const signatureBase = (covered, params) =>
  [...Object.entries(covered), ['@signature-params', params]]
    .map(([name, value]) => `"${name}": ${value}`)
    .join('\n')

/** Sends a signed request, and returns the JSON of the response. */
async function send(method, path, input) {
  const body = input && JSON.stringify(input)
  const headers = { 'ucp-agent': `profile="${profile}"` }
  if (method !== 'GET') headers['idempotency-key'] = randomUUID()
  if (body) {
    headers['content-type'] = 'application/json'
    headers['content-digest'] = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  }
  const covered = { '@method': method, '@authority': new URL(shop).host, '@path': path, ...headers }
  const names = Object.keys(covered).map((name) => `"${name}"`)
  const params = `(${names.join(' ')});created=${Math.floor(Date.now() / 1000)};keyid="agent-1"`
  const base = Buffer.from(signatureBase(covered, params))
  const signature = sign('sha256', base, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64')
  const response = await fetch(shop + path, {
    method,
    body,
    headers: { ...headers, 'signature-input': `sig1=${params}`, signature: `sig1=:${signature}:` },
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** Calls a tool of the MCP endpoint. */
async function tool(name, args) {
  const meta = { 'ucp-agent': { profile } }
  const params = { name, arguments: { meta, ...args } }
  const { result, error } = await send('POST', '/ucp/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params,
  })
  if (error || result.isError) throw new Error(JSON.stringify(error ?? result.structuredContent))
  return result.structuredContent
}

// The shop's profile says where everything is.
const { ucp, signing_keys: shopKeys } = await (await fetch(`${shop}/.well-known/ucp`)).json()
console.log('endpoints:', ucp.services['dev.ucp.shopping'].map(({ endpoint }) => endpoint).join(' '))

// Over REST: what there is.
const { products } = await send('POST', '/ucp/v1/catalog/search', { query: 'fixed arm' })
const [arm] = products
console.log('found:', arm.title)

// Over MCP: whether it does the work, when it comes, and a written offer.
const cell = {
  armId: arm.id,
  part: { mass: 2500, length: 80, width: 60, height: 60 },
  pick: { x: 450, y: -250, z: 230 },
  place: { x: 450, y: 250, z: 230, heading: 90 },
}
const plan = await tool('plan_cell', cell)
console.log('cell:', plan.outcome, plan.cycle.partsPerHour, 'parts an hour, see', plan.url)
const { deliveries } = await tool('delivery_date', { productIds: [arm.id] })
console.log('arrives:', deliveries[0].delivery.text)
const quote = await tool('create_quote', {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  lines: [{ productId: arm.id }],
  idempotencyKey: randomUUID(),
})
console.log('quote:', quote.number, quote.pdf)

// The checkout ends with an address for the person who orders.
const checkout = await send('POST', '/ucp/v1/checkout-sessions', {
  line_items: [{ item: { id: arm.id }, quantity: 1 }],
})
assert.equal(checkout.status, 'requires_escalation')
console.log('hand over:', checkout.continue_url)

await order(checkout.id)
const done = await send('GET', `/ucp/v1/checkout-sessions/${checkout.id}`)
assert.equal(done.status, 'completed')
await pay(done.order.id)

// Each change of the order arrives signed, as the order is then. What comes twice has the same Webhook-Id.
for (let i = 0; i < 300 && webhooks.length < 2; i++) await new Promise((next) => setTimeout(next, 100))
for (const { request, body } of webhooks) {
  const params = request.headers['signature-input'].replace('sig1=', '')
  const special = { '@method': request.method, '@authority': request.headers.host, '@path': request.url }
  const names = params
    .slice(1, params.indexOf(')'))
    .split(' ')
    .map((name) => name.slice(1, -1))
  const covered = Object.fromEntries(names.map((name) => [name, special[name] ?? request.headers[name]]))
  const digest = createHash('sha256').update(body).digest('base64')
  assert.equal(request.headers['content-digest'], `sha-256=:${digest}:`)
  const key = shopKeys.find(({ kid }) => params.includes(`keyid="${kid}"`))
  const signature = Buffer.from(request.headers.signature.slice('sig1=:'.length, -1), 'base64')
  const by = { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }
  assert.ok(
    verify('sha256', Buffer.from(signatureBase(covered, params)), by, signature),
    'a signature of the shop',
  )
}
const status = await send('GET', `/ucp/v1/orders/${done.order.id}`)
console.log('order:', status.label, status.messages[0].content, `${webhooks.length} webhooks`)
server.close()
server.closeAllConnections()

async function graph(token, query, variables) {
  const response = await fetch(`${shop}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await response.json()
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

async function signIn(email, password) {
  const query = 'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token } }'
  return (await graph(null, query, { input: { email, password } })).userLogin.token
}

/** What a person does at continue_url: sign in, take the checkout over, and order. */
async function order(id) {
  const person = await signIn('customer@orrery.example', 'Orrery-Customer-1!')
  const read = 'query ($id: ID!) { preparedCheckout(id: $id) { version } }'
  const { version } = (await graph(person, read, { id })).preparedCheckout
  const take =
    'mutation ($input: PreparedCheckoutTakeInput!) { preparedCheckoutTake(input: $input) { userErrors { message } } }'
  await graph(person, take, { input: { id, version } })
  const place = 'mutation ($input: OrderPlaceInput!) { orderPlace(input: $input) { order { id } } }'
  const shippingInfo = { address: 'Damrak 1', city: 'Amsterdam', postalCode: '1012 LG', country: 'NL' }
  await graph(person, place, { input: { idempotencyKey: randomUUID(), shippingInfo } })
}

/** What the shop does when the transfer has arrived. */
async function pay(id) {
  const admin = await signIn('admin@orrery.example', 'Orrery-Admin-1!')
  const update =
    'mutation ($input: OrderStatusUpdateInput!) { orderStatusUpdate(input: $input) { order { id } } }'
  await graph(admin, update, { input: { id, status: 'PAID', version: 1 } })
}
