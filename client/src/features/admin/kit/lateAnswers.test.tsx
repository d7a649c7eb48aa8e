import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { setToken } from '~/lib/token'
import { openApp, refusal, vera } from '~/test/app'
import { held } from '~/test/held'

const Me = { data: { me: { ...vera.data.me, role: 'ADMIN', scopes: ['READ_ORDERS'] } } }
const user = userEvent.setup()

const milestone = (id: string) => ({
  __typename: 'Milestone',
  id,
  title: `Step ${id}`,
  description: `What step ${id} was`,
})

const AdminMilestones = {
  data: {
    companyHistory: {
      __typename: 'MilestoneConnection',
      nodes: [milestone('1'), milestone('2')],
      totalCount: 2,
      pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
    },
  },
}

const saved = (field: string, id: string) => ({
  data: { [field]: { __typename: 'MilestonePayload', milestone: milestone(id), userErrors: [] } },
})

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

async function close() {
  await user.click(screen.getByRole('button', { name: 'Close' }))
  const discard = screen.queryByRole('button', { name: 'Discard changes' })
  if (discard) await user.click(discard)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

beforeEach(() => setToken('good'))

/** Saves the first milestone, closes its form before the answer, and opens the second one. */
async function openSecond() {
  const update = held()
  openApp('/admin/milestones', { Me, AdminMilestones, MilestoneUpdate: update.mock })
  await user.click(await screen.findByRole('button', { name: 'Edit Step 1' }))
  await user.click((await dialog('Edit milestone')).getByRole('button', { name: 'Save milestone' }))
  await waitFor(() => expect(update.count()).toBe(1))
  await close()
  await user.click(screen.getByRole('button', { name: 'Edit Step 2' }))
  return { update, second: await dialog('Edit milestone') }
}

test('the answer to a closed form leaves the form that was opened since alone', async () => {
  const { update, second } = await openSecond()
  await user.type(second.getByLabelText('Description'), ', and more')
  await user.click(second.getByRole('button', { name: 'Save milestone' }))
  await waitFor(() => expect(update.count()).toBe(2))
  await update.respond(saved('milestoneUpdate', '1'))
  await screen.findByText('Step 1 was saved')
  expect(second.getByLabelText('Description')).toHaveProperty('value', 'What step 2 was, and more')
  await update.respond(saved('milestoneUpdate', '2'))
  await screen.findByText('Step 2 was saved')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the failure of a closed form is told apart from the form that was opened since', async () => {
  const { update, second } = await openSecond()
  second.getByRole('button', { name: 'Save milestone' })
  await update.respond(refusal('Not now'))
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
  await toasts.findByText('Failed to save milestone. Not now')
  expect(second.getAllByText('Failed to save milestone. Not now')).toHaveLength(1)
})

test('what is being added is not added twice when the dialog is opened again', async () => {
  const create = held()
  openApp('/admin/milestones', { Me, AdminMilestones, MilestoneCreate: create.mock })
  await user.click(await screen.findByRole('button', { name: 'Add milestone' }))
  const first = await dialog('Add milestone')
  await user.type(first.getByLabelText('Title'), 'Step 3')
  await user.type(first.getByLabelText('Description'), 'New')
  await user.click(first.getByRole('button', { name: 'Add milestone' }))
  await waitFor(() => expect(create.count()).toBe(1))
  await close()
  await user.click(screen.getByRole('button', { name: 'Add milestone' }))
  const second = await dialog('Add milestone')
  second.getByRole('button', { name: 'Adding...' })
  await user.type(second.getByLabelText('Title'), ' and 4')
  second.getByRole('button', { name: 'Add milestone' })
  await create.respond(saved('milestoneCreate', '3'))
  await screen.findByText('Step 3 was added')
  expect(second.getByLabelText('Title')).toHaveProperty('value', 'Step 3 and 4')
})

test('the answer to a closed question leaves the question about another alone', async () => {
  const remove = held()
  openApp('/admin/milestones', { Me, AdminMilestones, MilestoneDelete: remove.mock })
  await user.click(await screen.findByRole('button', { name: 'Remove Step 1' }))
  await user.click((await dialog('Remove Step 1?')).getByRole('button', { name: 'Remove milestone' }))
  await waitFor(() => expect(remove.count()).toBe(1))
  await close()
  await user.click(screen.getByRole('button', { name: 'Remove Step 2' }))
  const second = await dialog('Remove Step 2?')
  await user.click(second.getByRole('button', { name: 'Remove milestone' }))
  await waitFor(() => expect(remove.count()).toBe(2))
  await remove.respond({
    data: { milestoneDelete: { __typename: 'MilestoneDeletePayload', deletedId: '1', userErrors: [] } },
  })
  await screen.findByText('Step 1 was removed')
  second.getByRole('button', { name: 'Removing...' })
})

test('the failure of a closed invitation is not shown where the next one is written', async () => {
  const invite = held()
  const AdminStaff = {
    data: {
      staffRoles: [
        {
          __typename: 'StaffRole',
          id: '1',
          name: 'Warehouse',
          scopes: ['READ_ORDERS'],
          needsFactor: true,
          people: 0,
        },
      ],
      staffInvitations: [],
      customers: { __typename: 'UserConnection', nodes: [], totalCount: 0 },
    },
  }
  openApp('/admin/staff', { Me, AdminStaff, StaffInvite: invite.mock })
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  const first = await dialog('Invite staff')
  await user.type(first.getByLabelText('Email'), 'ada@example.com')
  await user.selectOptions(first.getByLabelText('Role'), 'Warehouse')
  await user.click(first.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(invite.count()).toBe(1))
  await close()
  await invite.respond(refusal('Not now'))
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  const second = await dialog('Invite staff')
  expect(second.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
  await toasts.findByText('Failed to send the invitation. Not now')
  expect(second.getAllByText('Failed to send the invitation. Not now')).toHaveLength(1)
})

test('the secret of a new key is shown although the form was closed and opened again meanwhile', async () => {
  const create = held()
  const AdminKeys = {
    data: {
      apiKeys: {
        __typename: 'APIKeyConnection',
        nodes: [],
        pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
      },
    },
  }
  openApp('/admin/keys', { Me, AdminKeys, APIKeyCreate: create.mock })
  await user.click((await screen.findAllByRole('button', { name: 'Create API key' }))[0] as HTMLElement)
  const first = await dialog('Create API key')
  await user.type(first.getByLabelText('Name'), 'Shipping')
  await user.click(first.getByRole('button', { name: 'Create API key' }))
  await waitFor(() => expect(create.count()).toBe(1))
  await close()
  await user.click(screen.getAllByRole('button', { name: 'Create API key' })[0] as HTMLElement)
  const second = await dialog('Create API key')
  await user.type(second.getByLabelText('Name'), ' labels')
  await create.respond({
    data: {
      apiKeyCreate: {
        __typename: 'APIKeyCreatePayload',
        apiKey: { __typename: 'APIKey', id: '1', name: 'Shipping' },
        secret: 'ork_1',
        userErrors: [],
      },
    },
  })
  const secret = await dialog('Secret of Shipping')
  secret.getByText('ork_1')
  expect(second.getByLabelText('Name')).toHaveProperty('value', 'Shipping labels')
})
