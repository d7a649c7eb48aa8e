import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp } from '~/test/app'

test('a message that is sent again while it is being sent arrives once', async () => {
  const user = userEvent.setup()
  const calls = openApp('/chat', {
    Answers: { data: { answers: [] } },
    ContactMessageCreate: () => new Promise(() => {}),
  })
  await user.type(await screen.findByLabelText(/^Your question/), 'Can it make coffee?{Enter}')
  const send = async () => {
    await user.click(await screen.findByRole('button', { name: 'Leave a message' }))
    const dialog = within(await screen.findByRole('dialog'))
    const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    if (!name.value) {
      await user.type(name, 'Vera Visitor')
      await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'vera@example.com')
    }
    await user.click(dialog.getByRole('button', { name: 'Send message' }))
    await dialog.findByRole('button', { name: 'Sending...' })
    await user.click(dialog.getByRole('button', { name: 'Close' }))
  }
  await send()
  await send()
  const [first, second] = calls.filter(({ operationName }) => operationName === 'ContactMessageCreate')
  expect(first?.variables).toBeDefined()
  expect(second?.variables).toEqual(first?.variables)
})
