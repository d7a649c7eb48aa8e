import { act, type BoundFunctions, type queries, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setToken } from '~/lib/token'
import { offline, openApp, refusal, vera } from '~/test/app'
import type { MockResponse } from '~/test/mockGraph'

const Me = { data: { me: { ...vera.data.me, role: 'ADMIN', scopes: ['READ_ORDERS'] } } }
const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const main = async () => within(await screen.findByRole('main'))
type Area = Pick<BoundFunctions<typeof queries>, 'findByRole'>
const press = async (name: string | RegExp, area: Area | Promise<Area> = main()) =>
  user.click(await (await area).findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

/** A list of the administration, as the server answers it. */
const list = (field: string, type: string, ...nodes: object[]) => ({
  data: {
    [field]: {
      __typename: `${type}Connection`,
      nodes: nodes.map((node, index) => ({ __typename: type, id: `${index + 1}`, ...node })),
      totalCount: nodes.length,
      pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
    },
  },
})

/** Lets the client give up a query that fails, which it repeats first. */
async function giveUp(calls: ReturnType<typeof openApp>, query: string) {
  await vi.waitFor(() => expect(calls.map(({ operationName }) => operationName)).toContain(query), 5000)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setToken('good')
})

test.each([
  ['contacts', 'AdminContacts', 'contactMessages', 'Failed to load contacts.', 'No messages yet'],
  ['customers', 'AdminCustomers', 'customers', 'Failed to load customers.', 'No customers yet'],
  ['keys', 'AdminKeys', 'apiKeys', 'Failed to load API keys.', 'No API keys yet'],
  [
    'newsletter',
    'AdminNewsletter',
    'newsletterSubscribers',
    'Failed to load the newsletter.',
    'No addresses yet',
  ],
  ['orders', 'AdminOrders', 'orders', 'Failed to load orders.', 'No orders yet'],
  ['webhooks', 'AdminWebhooks', 'webhooks', 'Failed to load webhooks.', 'No webhooks yet'],
  ['reviews', 'AdminReviews', 'reviews', 'Failed to load reviews.', 'No reviews yet'],
])(
  '/admin/%s tells a list that failed from one without rows',
  async (path, operation, field, failure, none) => {
    let given: MockResponse = offline
    await giveUp(openApp(`/admin/${path}`, { Me, [operation]: () => given }), operation)
    await (await main()).findByText(failure)
    given = refusal('The shop is very busy.')
    await press('Try again')
    await (await main()).findByText('The shop is very busy.')
    await (await main()).findByText(failure)
    given = list(field, 'Node')
    await press('Try again')
    await (await main()).findByRole('heading', { name: none })
  },
)

test('orders without a match are told from orders that do not exist', async () => {
  openApp('/admin/orders?status=PAID', { Me, AdminOrders: list('orders', 'Order') })
  await (await main()).findByRole('heading', { name: 'No match' })
  await press('Clear filters')
  await (await main()).findByRole('heading', { name: 'No orders yet' })
})

const customer = {
  name: 'Ada',
  email: 'ada@example.com',
  emailVerified: true,
  role: 'USER',
  createdAt: '2026-03-02T09:00:00Z',
  blockedAt: null,
  staffRole: null,
  wasStaff: false,
  sessions: 1,
}

test('a customer who could not be blocked is shown as active again', async () => {
  let refuse = (_: MockResponse) => {}
  openApp('/admin/customers', {
    Me,
    AdminCustomers: list('customers', 'Customer', customer),
    AdminCustomer: { data: { customer: { __typename: 'Customer', id: '1', ...customer } } },
    CustomerUpdate: () => new Promise((resolve) => (refuse = resolve)),
  })
  await user.click(await screen.findByRole('link', { name: 'Details of Ada' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Ada' }))
  await press('Block', drawer)
  await user.click(await screen.findByRole('button', { name: 'Block account' }))
  await drawer.findByText('Blocked')
  refuse(refusal('Not now'))
  await drawer.findByText('Failed to block the account. Not now')
  await drawer.findByText('Active')
})

test('a key that could not be created says so', async () => {
  openApp('/admin/keys', { Me, AdminKeys: list('apiKeys', 'APIKey'), APIKeyCreate: refusal('Not now') })
  await (await main()).findByRole('heading', { name: 'No API keys yet' })
  await press('Create API key')
  const form = await dialog()
  await user.type(form.getByLabelText('Name'), 'Robot')
  await press('Create API key', form)
  await form.findByText('Failed to create API key. Not now')
})

test('a message that could not be resolved or deleted stays as it was', async () => {
  const message = {
    name: 'Grace',
    email: 'grace@example.com',
    subject: 'Trays',
    message: 'Can it carry trays?',
    status: 'PENDING',
    createdAt: '2026-03-02T09:00:00Z',
    replyBy: '2026-03-03T09:00:00Z',
    repliedAt: null,
  }
  openApp('/admin/contacts', {
    Me,
    AdminContacts: list('contactMessages', 'ContactMessage', message),
    ContactMessageResolve: offline,
    ContactMessageDelete: offline,
  })
  await press(/Mark Resolved/)
  await screen.findByText('Failed to update status.')
  const row = within((await main()).getByRole('row', { name: /Grace/ }))
  row.getByText('pending')
  await press(/Delete/, row)
  const ask = await dialog()
  await press('Delete message', ask)
  await ask.findByText('Failed to delete contact.')
  await press('Keep it', ask)
  ;(await main()).getByRole('row', { name: /Grace/ })
})

test('an address of the newsletter that could not be deleted stays', async () => {
  const subscriber = {
    email: 'ada@example.com',
    status: 'UNCONFIRMED',
    createdAt: '2026-03-02T09:00:00Z',
    confirmedAt: null,
    forgetAt: null,
  }
  openApp('/admin/newsletter', {
    Me,
    AdminNewsletter: list('newsletterSubscribers', 'NewsletterSubscriber', subscriber),
    NewsletterSubscriberDelete: offline,
  })
  const row = within(await (await main()).findByRole('row', { name: /ada@example\.com/ }))
  await user.click(row.getByRole('button'))
  const ask = within(await screen.findByRole('dialog', { name: 'Delete ada@example.com?' }))
  ask.getByText(/The links sent to it stop working/)
  await press('Delete address', ask)
  await ask.findByText('Failed to delete the address.')
  await press('Keep it', ask)
  ;(await main()).getByRole('row', { name: /ada@example\.com/ })
})

test('a review that could not be hidden is shown again', async () => {
  let refuse = (_: MockResponse) => {}
  const product = { __typename: 'Product', id: '8', name: 'Rail', ratings: 4, numOfReviews: 1 }
  const review = {
    name: 'Ada',
    rating: 2,
    comment: 'Too short.',
    hidden: false,
    createdAt: '2026-03-02T09:00:00Z',
    product,
  }
  openApp('/admin/reviews', {
    Me,
    AdminReviews: list('reviews', 'Review', review),
    ReviewHide: () => new Promise((resolve) => (refuse = resolve)),
  })
  await press(/^Hide/)
  const row = within((await main()).getByRole('row', { name: /Ada/ }))
  await row.findByText('Hidden')
  refuse(refusal('Not now'))
  await screen.findByText('Failed to change the review. Not now')
  await row.findByText('Shown')
})

test.each([
  {
    path: '/admin/team',
    operation: 'AdminTeam',
    rows: list('team', 'TeamMember', { name: 'Ida Solberg', role: 'Engineer', avatar: null }),
    load: 'Failed to load team members.',
    create: 'TeamMemberCreate',
    add: 'Failed to add team member.',
    remove: 'TeamMemberDelete',
    removed: 'Failed to remove team member. No',
    fill: { Name: 'Nobody', Role: 'None' },
  },
  {
    path: '/admin/milestones',
    operation: 'AdminMilestones',
    rows: list('companyHistory', 'Milestone', { title: '2026 Q1: Begun', description: 'Begun.' }),
    load: 'Failed to load milestones.',
    create: 'MilestoneCreate',
    add: 'Failed to add milestone.',
    remove: 'MilestoneDelete',
    removed: 'Failed to remove milestone. No',
    fill: { Title: 'Never', Description: 'Nothing' },
  },
])('$path says what failed, and keeps what was typed', async ({ path, fill, ...failing }) => {
  let given: MockResponse = offline
  const calls = openApp(path, {
    Me,
    [failing.operation]: () => given,
    [failing.create]: offline,
    [failing.remove]: refusal('No'),
  })
  await giveUp(calls, failing.operation)
  await (await main()).findByText(failing.load)
  given = failing.rows
  await press('Try again')
  await (await main()).findByRole('button', { name: /^Remove/ })
  await press(/^Add/)
  const form = await dialog()
  for (const [label, text] of Object.entries(fill)) await user.type(form.getByLabelText(label), text)
  await press(/^Add/, form)
  await form.findByText(failing.add)
  for (const [label, text] of Object.entries(fill))
    expect(form.getByLabelText(label)).toHaveProperty('value', text)
  await press('Close', form)
  await press(/^Remove/)
  const ask = await dialog()
  await press(/^Remove/, ask)
  await ask.findByText(failing.removed)
})
