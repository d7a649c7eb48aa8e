import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setToken } from '~/lib/token'
import { openApp, vera } from '~/test/app'
import type { MockResponse } from '~/test/mockGraph'

const Me = { data: { me: { ...vera.data.me, role: 'ADMIN', scopes: ['READ_ORDERS', 'WRITE_ORDERS'] } } }
const user = userEvent.setup()

const preview: MockResponse = {
  data: {
    preOrderMovePreview: {
      __typename: 'PreOrderMovePreviewPayload',
      preview: {
        __typename: 'PreOrderMovePreview',
        preOrders: [
          {
            __typename: 'PreOrderMoved',
            queuePosition: 1,
            before: '2027-01-01T12:00:00Z',
            after: '2027-06-01T12:00:00Z',
            later: true,
            preOrder: {
              __typename: 'PreOrder',
              id: '1',
              name: 'Ada',
              email: 'ada@example.com',
              quantity: 2,
            },
          },
        ],
        people: 1,
        units: 2,
        unchanged: 0,
        unitsBeyond: 0,
        previewed: 'seen',
      },
      userErrors: [],
    },
  },
}

test('a preview of values that were changed since is not shown', async () => {
  setToken('good')
  const answers: ((answer: MockResponse) => void)[] = []
  const calls = openApp('/admin/preorders', {
    Me,
    AdminPreOrders: { data: { preOrders: { __typename: 'PreOrderConnection', nodes: [], totalCount: 0 } } },
    PreOrderQueues: {
      data: {
        preOrderQueues: [
          { __typename: 'PreOrderQueue', id: 'q1', productName: 'Arm', preOrders: 1, units: 2 },
        ],
      },
    },
    PreOrderMovePreview: () => new Promise((resolve) => answers.push(resolve)),
  })
  const asked = () => calls.filter(({ operationName }) => operationName === 'PreOrderMovePreview').length
  await user.click(await screen.findByRole('link', { name: 'Move delivery' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move delivery' }))
  await dialog.findByRole('option', { name: 'Arm: 1 pre-order, 2 units' })
  await user.selectOptions(dialog.getByLabelText('Product'), 'q1')
  await user.type(dialog.getByLabelText('Reason'), 'Motors are late')
  await user.selectOptions(dialog.getByLabelText('Move'), 'days')
  const days = dialog.getByLabelText('Days')
  const look = dialog.getByRole('button', { name: 'Preview affected customers' })
  await user.type(days, '90')
  await user.click(look)
  await expect.poll(asked).toBe(1)

  await user.type(days, '0')
  await act(async () => answers[0]?.(preview))
  await dialog.findByRole('button', { name: 'Preview affected customers' })
  expect(dialog.queryByRole('region', { name: 'Affected customers' })).toBeNull()

  await user.click(look)
  await expect.poll(asked).toBe(2)
  await act(async () => answers[1]?.(preview))
  await dialog.findByRole('button', { name: 'Move 1 date and email 1 person' })
})
