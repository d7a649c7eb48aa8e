import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { test } from 'vitest'
import { offline, openApp } from '~/test/app'
import type { MockResponse } from '~/test/mockGraph'

test('any other failure is told, by its message where it has one', async () => {
  const user = userEvent.setup()
  const product = {
    id: '2',
    name: 'Mobile Assistant',
    productName: 'Mobile Assistant',
    category: 'Mobile Robotics / Domestic',
    image: '/images/products/mobile-assistant.svg',
  }
  localStorage.setItem('preOrderProduct', JSON.stringify(product))
  let given: () => MockResponse = () => offline
  openApp('/preorder', { PreOrderPrice: { data: { product: null } }, PreOrderCreate: () => given() })
  const main = within(screen.getByRole('main'))
  await user.type(await main.findByLabelText('Name'), 'Vera Visitor')
  await user.type(main.getByLabelText('Email'), 'vera@example.com')
  await user.type(main.getByLabelText('Phone'), '+31 20 555 0100')
  const errors = [{ message: 'The order book is closed', extensions: { code: 'INTERNAL' } }]
  const json = { headers: { 'content-type': 'application/json' } }
  for (const [answer, message] of [
    [() => Response.json({ data: null, errors }), 'The order book is closed'],
    [() => new Response(JSON.stringify({ errors }), { status: 500, ...json }), 'The order book is closed'],
    [() => new Response('', { status: 500 }), 'Something went wrong'],
    [
      () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
      'The shop is unavailable right now. Please try again.',
    ],
  ] as const) {
    given = answer
    await user.click(main.getByRole('button', { name: 'Submit pre-order' }))
    await within(await main.findByRole('alert')).findByText(message)
    await screen.findByText(`❌ ${message}`)
    await user.click(screen.getAllByRole('button', { name: 'Close notification' }).at(-1) as HTMLElement)
  }
})
