import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setToken } from '~/lib/token'
import { offline, openApp, vera } from '~/test/app'

test('a request for an email that failed is shown, and keeps what was typed', async () => {
  const user = userEvent.setup()
  openApp('/forgot-password', { PasswordResetRequest: offline })
  const main = within(screen.getByRole('main'))
  const email = await main.findByLabelText('Email Address')
  await user.type(email, 'vera@example.com')
  await user.click(main.getByRole('button', { name: 'Send link' }))
  await main.findByText("Can't reach the shop. Check your connection and try again.")
  expect(email).toHaveProperty('value', 'vera@example.com')
})

test('a profile that could not be saved says so, and keeps what was typed', async () => {
  const user = userEvent.setup()
  setToken('good')
  openApp('/update-profile', { Me: vera, UserUpdate: offline })
  const name = await screen.findByLabelText('Full Name')
  await user.clear(name)
  await user.type(name, 'Ada Newname')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Profile update failed')
  expect(name).toHaveProperty('value', 'Ada Newname')
})

test('an address that could not be verified is tried again by the same link', async () => {
  const user = userEvent.setup()
  let online = false
  const verified = {
    data: { emailVerify: { __typename: 'EmailVerifyPayload', verified: true, userErrors: [] } },
  }
  const calls = openApp(`/verify-email?token=${'x'.repeat(43)}`, {
    EmailVerify: () => (online ? verified : offline),
  })
  const main = within(screen.getByRole('main'))
  const press = async () => user.click(await main.findByRole('button', { name: 'Verify email address' }))
  await press()
  await main.findByText("Can't reach the shop. Check your connection and try again.")
  online = true
  await press()
  await main.findByRole('heading', { name: 'Your email address is verified' })
  expect(calls.at(-1)?.variables).toEqual({ input: { token: 'x'.repeat(43) } })
  // The address is not revealed to visitors.
  main.getByText('This email address', { exact: false })
  main.getByRole('link', { name: 'Sign in' })
})
