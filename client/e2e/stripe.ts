import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from './server'

const secret = 'whsec_test'

/** Stripe's API, as far as the shop calls it. The Go suite checks the shop's requests against Stripe's own mock. */
export async function startStripe() {
  const requests: URLSearchParams[] = []
  const listener = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const asked = new URLSearchParams(body)
    if (request.method === 'POST') requests.push(asked)
    const made =
      request.url === '/v1/checkout/sessions'
        ? { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/pay/cs_1' }
        : request.method === 'GET'
          ? { object: 'list', data: [] }
          : {
              id: `re_${requests.length}`,
              object: 'refund',
              amount: Number(asked.get('amount')),
              currency: 'usd',
              payment_intent: asked.get('payment_intent'),
              status: 'succeeded',
            }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(made))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  return {
    requests,
    /** Environment variables of the shop's server. */
    env: { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: secret, STRIPE_URL: url },
    stop: () => void listener.close(),
  }
}

/** Sends a signed event to the shop and returns the response's status. */
export async function sendEvent(server: Server, type: string, object: object) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  const { status } = await fetch(`${server.url}/webhooks/stripe`, {
    method: 'POST',
    body: payload,
    headers: { 'stripe-signature': `t=${at},v1=${signature}` },
  })
  return status
}
