// Receives webhooks: SECRET=whsec_… PORT=3000 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = Buffer.from(process.env.SECRET.replace('whsec_', ''), 'base64')

createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = request.headers
  const expected = createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest()
  const signed = String(signatures)
    .split(' ')
    .some((each) => {
      const given = Buffer.from(each.replace('v1,', ''), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  const recent = Math.abs(Date.now() / 1000 - Number(time)) < 300
  response.writeHead(signed && recent ? 204 : 401).end()
  if (signed && recent) console.log(JSON.parse(body))
}).listen(process.env.PORT)
