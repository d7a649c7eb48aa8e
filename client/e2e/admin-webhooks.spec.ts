import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nothing, openAdmin, rowOf } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer, refusal } from './graph'
import { expect, test } from './test'

/** A partner's program: keeps what it gets, and answers with the status that is set. */
async function startReceiver() {
  const got: { headers: IncomingHttpHeaders; body: string }[] = []
  const receiver = { got, status: 204, url: '', stop: () => server.close() }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    got.push({ headers: request.headers, body })
    response.writeHead(receiver.status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${randomUUID()}`
  return receiver
}

/** The signature of Standard Webhooks, as the documents tell partners to make it. */
function signed(secret: string, { headers, body }: { headers: IncomingHttpHeaders; body: string }) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}

test('a webhook is added, tested, replayed and deleted', { tag: '@desktop' }, async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const receiver = await startReceiver()
  const { main } = await openAdmin(page, server, '/admin/webhooks')
  await main.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add webhook' })
  await add.click()
  await expect(dialog.getByText('URL is required')).toBeVisible()
  await dialog.getByLabel('URL').fill('https://name:word@partner.example')
  await add.click()
  await expect(dialog.getByText('contain no username or password')).toBeVisible()
  await expect(dialog.getByLabel('URL')).toBeFocused()
  await dialog.getByLabel('URL').fill(receiver.url)
  const all = dialog.getByRole('checkbox', { name: 'All events: Order' })
  const status = dialog.getByRole('checkbox', {
    name: 'Order status changed order.status_changed',
    exact: true,
  })
  await dialog.getByLabel('Order placed').check()
  await expect(all).toBeChecked({ indeterminate: true })
  await all.check()
  await expect(status).toBeChecked()
  await status.uncheck()
  await expect(all).toBeChecked({ indeterminate: true })
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-webhooks-add')
  await add.click()
  const told = page.getByRole('dialog', { name: 'Webhook secret' })
  await told.getByRole('button', { name: 'Copy secret' }).click()
  await expect(told.getByRole('button', { name: 'Done' })).toBeVisible()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^whsec_/)
  await told.getByRole('button', { name: 'Done' }).click()

  const row = rowOf(page, receiver.url)
  await expect(row).toContainText('order.placed')
  await expect(row).toContainText('Active')
  await row.getByRole('link', { name: `Deliveries to ${receiver.url}` }).click()
  const drawer = page.getByRole('dialog', { name: 'Deliveries' })
  await expect(drawer.getByText('No deliveries yet.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Send test' }).click()
  await expect(drawer.getByText('Test event queued')).toBeVisible()
  const first = drawer.getByRole('listitem').filter({ hasText: 'sequence 1' })
  await expect(first).toContainText(/webhook\.testedDelivered.*Answered 204 after 1 attempt/)
  const [request] = receiver.got
  expect(request?.headers['webhook-signature']).toContain(request && signed(secret, request))
  expect(JSON.parse(request?.body ?? '').type).toBe('webhook.tested')

  receiver.status = 500
  await first.getByRole('button', { name: 'Replay webhook.tested, sequence 1' }).click()
  await expect(first).toContainText(/Failed.*\d+ attempts?: the receiver answered 500.*Next attempt/)
  await drawer.getByRole('button', { name: 'Send test' }).click()
  const second = drawer.getByRole('listitem').filter({ hasText: 'sequence 2' })
  await expect(second).toContainText(/Pending.*Waiting for an earlier event/)
  await expect(drawer).toContainText(/Failing.*since/)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'admin-webhooks-log')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admin/webhooks')
  await expect(row).toContainText(/Failing.*since/)
  await shot(page, 'admin-webhooks')

  await row.getByRole('button', { name: `Delete ${receiver.url}` }).click()
  const ask = page.getByRole('dialog', { name: 'Delete this webhook?' })
  await expect(ask).toContainText(`${receiver.url} will receive no more events`)
  await ask.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(row).toHaveCount(0)
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size, 'the same event again').toBe(
    1,
  )
  receiver.stop()
})

test('a paused webhook says why, and is resumed', { tag: '@desktop' }, async ({ page, server, problems }) => {
  problems.allow(/:|Failed to load resource|INTERNET_DISCONNECTED/)
  const id = randomUUID()
  const webhook = {
    __typename: 'Webhook',
    id,
    url: 'https://erp.example/hook',
    kinds: [],
    createdAt: '2026-01-01T12:00:00Z',
    pausedAt: '2026-01-05T12:00:00Z',
    failingSince: null,
  }
  const list = nothing('webhooks')
  Object.assign(list.data.webhooks as object, { nodes: [webhook] })
  await answer(page, 'AdminWebhooks', list)
  const delivery = {
    __typename: 'Delivery',
    id: randomUUID(),
    event: { __typename: 'Event', id: randomUUID(), kind: 'order.placed', objectId: id, sequence: 1 },
    attempts: 22,
    createdAt: '2026-01-02T12:00:00Z',
    dueAt: null,
    waiting: false,
    deliveredAt: null,
    lastStatus: null,
    lastError: 'no answer within 10 seconds',
  }
  const pageInfo = { __typename: 'PageInfo', hasNextPage: true, endCursor: 'older' }
  let logs: 'offline' | object = 'offline'
  const asked = await answer(page, 'Deliveries', () => logs as ReturnType<typeof nothing>)
  await answer(page, 'WebhookResume', refusal('Not now'))
  await openAdmin(page, server, `/admin/webhooks?webhook=${id}`)
  await expect(rowOf(page, 'erp.example')).toContainText('Paused')
  const drawer = page.getByRole('dialog', { name: 'Deliveries' })
  await expect(drawer.getByText('Failed to load deliveries.')).toBeVisible()
  logs = { data: { webhook, deliveries: { __typename: 'DeliveryConnection', nodes: [delivery], pageInfo } } }
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect(drawer.getByRole('listitem')).toContainText('22 attempts: no answer within 10 seconds')
  await expect(drawer.getByRole('listitem')).toContainText('Pending until the webhook is resumed')
  await expect(drawer).toContainText('Paused after three days of failed deliveries.')
  await axe(page)
  await shot(page, 'admin-webhooks-paused')
  await drawer.getByRole('button', { name: 'Resume' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('Failed to resume the webhook. Not now')
  await drawer.getByRole('button', { name: 'Older' }).click()
  await expect(drawer.getByRole('button', { name: 'Newest' })).toBeVisible()
  await expect.poll(() => asked.at(-1)).toMatchObject({ after: 'older' })
})

test('a webhook outside the page of the list is resumed as well', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const id = randomUUID()
  const webhook = {
    __typename: 'Webhook',
    id,
    url: 'https://erp.example/hook',
    kinds: [],
    createdAt: '2026-01-01T12:00:00Z',
    pausedAt: '2026-01-05T12:00:00Z',
    failingSince: null,
  }
  await answer(page, 'AdminWebhooks', nothing('webhooks'))
  await answer(page, 'AdminWebhook', { data: { webhook } })
  await answer(page, 'Deliveries', () => ({
    data: {
      webhook: { ...webhook, pausedAt: resumed.length > 0 ? null : webhook.pausedAt },
      deliveries: {
        __typename: 'DeliveryConnection',
        nodes: [],
        pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
      },
    },
  }))
  const resumed = await answer(page, 'WebhookResume', {
    data: {
      webhookResume: {
        __typename: 'WebhookPayload',
        webhook: { __typename: 'Webhook', id, pausedAt: null },
        userErrors: [],
      },
    },
  })
  await openAdmin(page, server, `/admin/webhooks?webhook=${id}`)
  const drawer = page.getByRole('dialog', { name: 'Deliveries' })
  await expect(drawer).toContainText('https://erp.example/hook')
  await drawer.getByRole('button', { name: 'Resume' }).click()
  await expect(drawer.getByRole('button', { name: 'Send test' })).toBeVisible()
  expect(resumed).toEqual([{ input: { id } }])
})
