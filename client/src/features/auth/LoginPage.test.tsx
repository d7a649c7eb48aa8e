import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getToken } from '~/lib/token'
import { offline, openApp, refusal } from '~/test/app'
import type { MockResponse } from '~/test/mockGraph'

const lost = "Can't reach the shop. Check your connection and try again."
const providers = { data: { signInProviders: [] } }

test('a failed sign-in is told in words, once, and keeps what was typed', async () => {
  const user = userEvent.setup()
  let given: MockResponse = offline
  openApp('/login', { SignInProviders: providers, Login: () => given })
  await user.type(await screen.findByLabelText('Email Address'), 'vera@example.com')
  await user.type(screen.getByLabelText('Password'), 'Long-Enough-1!')
  const main = within(screen.getByRole('main'))
  const press = () => user.click(main.getByRole('button', { name: 'Sign in' }))
  const box = () => main.getByRole('alert').textContent
  await press()
  await main.findByText(lost)

  given = refusal('Too many attempts. Try again in 2 minutes.', 'RATE_LIMITED')
  await press()
  await main.findByText('Too many attempts. Try again in 2 minutes.')
  expect(box()).toBe('Too many attempts. Try again in 2 minutes.')

  given = { data: { userLogin: { __typename: 'UserLoginPayload', token: null, user: null, userErrors: [] } } }
  await press()
  await main.findByText('Invalid response from server')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'Long-Enough-1!')
  expect(getToken()).toBeNull()

  await user.click(main.getByRole('link', { name: 'Create an account' }))
  await user.click(await main.findByRole('link', { name: 'Sign in' }))
  await main.findByRole('button', { name: 'Sign in' })
  expect(box()).toBe('')
})

test('a failed registration without words of the server is told in ours, and keeps what was typed', async () => {
  const user = userEvent.setup()
  openApp('/register', { SignInProviders: providers, Register: offline })
  const main = within(screen.getByRole('main'))
  await user.type(await main.findByLabelText('Full Name'), 'Vera Visitor')
  await user.type(main.getByLabelText('Email Address'), 'vera@example.com')
  await user.type(main.getByLabelText('Password'), 'Long-Enough-1!')
  await user.type(main.getByLabelText('Confirm Password'), 'Long-Enough-1!')
  await user.click(main.getByRole('button', { name: 'Create Account' }))
  await main.findByText(lost)
  expect(main.getByLabelText('Full Name')).toHaveProperty('value', 'Vera Visitor')
})
