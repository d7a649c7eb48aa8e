import {
  createHash,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from './server'

const version = '2026-04-08'

/** An agent with its profile on this machine, which signs its requests (RFC 9421). */
export async function startAgent(server: Server) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const profile = JSON.stringify(profileOf(publicKey.export({ format: 'jwk' })))
  const own = createServer((_, response) =>
    response.setHeader('Cache-Control', 'public, max-age=60').end(profile),
  )
  await once(own.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(own.address() as AddressInfo).port}`
  return {
    host,
    call: (method: string, path: string, body?: object) =>
      call(server, privateKey, `http://${host}/profile`, method, path, body),
    stop: () => own.close(),
  }
}

function profileOf(key: JsonWebKey) {
  const capability = [{ version, spec: 'https://ucp.dev/', schema: 'https://ucp.dev/' }]
  const names = ['catalog.search', 'cart', 'checkout', 'order']
  return {
    ucp: {
      version,
      services: {},
      payment_handlers: {},
      capabilities: Object.fromEntries(names.map((name) => [`dev.ucp.shopping.${name}`, capability])),
    },
    signing_keys: [{ ...key, kid: 'e2e' }],
  }
}

async function call(
  server: Server,
  key: KeyObject,
  profile: string,
  method: string,
  path: string,
  input?: object,
) {
  const url = new URL(`/ucp/v1${path}`, server.url)
  const body = input && JSON.stringify(input)
  const headers: Record<string, string> = { 'ucp-agent': `profile="${profile}"` }
  if (method !== 'GET') headers['idempotency-key'] = randomUUID()
  if (body) {
    headers['content-type'] = 'application/json'
    headers['content-digest'] = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  }
  const covered: Record<string, string> = {
    '@method': method,
    '@authority': url.host,
    '@path': url.pathname,
    ...headers,
  }
  const params = `(${Object.keys(covered)
    .map((name) => `"${name}"`)
    .join(' ')});keyid="e2e"`
  const base = [...Object.entries(covered), ['@signature-params', params]]
    .map(([name, value]) => `"${name}": ${value}`)
    .join('\n')
  const signature = sign('sha256', Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' }).toString('base64')
  const response = await fetch(url, {
    method,
    body,
    headers: { ...headers, 'signature-input': `sig1=${params}`, signature: `sig1=:${signature}:` },
  })
  return response.json()
}
