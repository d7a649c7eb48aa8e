import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Person = { sub: string; name: string; email: string }

const base64url = (value: string | Buffer) => Buffer.from(value).toString('base64url')

/**
 * An OpenID Connect provider with a consent page, as far as a browser needs it. The Go suite tests against a certified
 * one.
 */
export async function startProvider(person: Person) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, URLSearchParams>()
  const listener = createServer((request, response) => void answer(request, response))
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`

  function json(response: ServerResponse, body: object) {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return json(response, {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
        })
      case '/keys':
        return json(response, {
          keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }],
        })
      case '/authorize': {
        const code = base64url(`${codes.size}`)
        codes.set(code, searchParams)
        const back = (said: Record<string, string>) =>
          `${searchParams.get('redirect_uri')}?${new URLSearchParams({ state: searchParams.get('state') ?? '', ...said })}`.replaceAll(
            '&',
            '&amp;',
          )
        return response
          .setHeader('content-type', 'text/html')
          .end(
            `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><a href="${back({ code })}">Yes</a> <a href="${back({ error: 'access_denied' })}">No</a>`,
          )
      }
      case '/token': {
        let body = ''
        for await (const part of request) body += part
        const asked = new URLSearchParams(body)
        const begun = codes.get(asked.get('code') ?? '')
        codes.delete(asked.get('code') ?? '')
        const challenge = base64url(
          createHash('sha256')
            .update(asked.get('code_verifier') ?? '')
            .digest(),
        )
        if (begun?.get('code_challenge') !== challenge) {
          response.statusCode = 400
          return json(response, { error: 'invalid_grant' })
        }
        const now = Math.floor(Date.now() / 1000)
        const claims = {
          iss: url,
          aud: begun.get('client_id'),
          nonce: begun.get('nonce'),
          iat: now,
          exp: now + 60,
          email_verified: true,
          ...person,
        }
        const text = `${base64url('{"alg":"RS256"}')}.${base64url(JSON.stringify(claims))}`
        const signature = base64url(sign('sha256', Buffer.from(text), privateKey))
        return json(response, {
          access_token: 'a',
          token_type: 'Bearer',
          expires_in: 60,
          id_token: `${text}.${signature}`,
        })
      }
    }
    response.statusCode = 404
    response.end()
  }

  return {
    url,
    /** Sets the person who consents from now on. */
    be: (another: Person) => Object.assign(person, another),
    stop: () => listener.close(),
  }
}
