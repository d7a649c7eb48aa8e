import { ApolloProvider } from '@apollo/client/react'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { EmailNotice } from '~/features/account/EmailNotice'
import { createClient } from '~/lib/apollo'
import { offline, vera } from '~/test/app'
import { mockGraph } from '~/test/mockGraph'
import { damrak } from '~/test/shippingInfo'
import { ToastRegion } from '~/ui/ToastRegion'
import Addresses from './Addresses'
import Identities from './Identities'
import { Sessions } from './Sessions'

const user = userEvent.setup()

afterEach(() => vi.unstubAllGlobals())

/** Renders a part of the profile with these responses. */
function open(part: ReactNode, responses: Parameters<typeof mockGraph>[0]) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  mockGraph(responses)
  const element = (
    <>
      {part}
      <ToastRegion />
    </>
  )
  render(
    <ApolloProvider client={createClient(() => {})}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </ApolloProvider>,
  )
}

const me = (more: object) => ({ data: { me: { __typename: 'User', id: 'u1', ...more } } })
const refused = (mutation: string, message: string) => ({
  data: {
    [mutation]: {
      __typename: 'Payload',
      user: null,
      userErrors: [{ __typename: 'UserError', message, field: null }],
    },
  },
})

/** Waits for the reason; nothing may claim success beside it. */
async function shows(reason: string, success: RegExp) {
  await screen.findByText(reason)
  expect(screen.queryByText(success)).toBeNull()
}

test('an address that was not deleted is not called deleted', async () => {
  open(<Addresses />, {
    Addresses: me({ addresses: [{ __typename: 'Address', id: '1', default: true, shippingInfo: damrak }] }),
    AddressDelete: refused('addressDelete', 'Address not found'),
  })
  await user.click(await screen.findByRole('button', { name: /^Delete / }))
  await shows('Address not found', /Address deleted/)
})

test('sessions that were not ended are not called signed out', async () => {
  const session = (id: string, current: boolean) => ({
    __typename: 'Session',
    id,
    browser: 'Chrome',
    system: 'Linux',
    createdAt: '2026-03-02T09:00:00Z',
    lastUsedAt: '2026-03-02T09:00:00Z',
    current,
  })
  open(<Sessions />, {
    Sessions: me({ sessions: [session('1', true), session('2', false)] }),
    SessionsEndOthers: refused('sessionsEndOthers', 'Too many requests'),
  })
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }))
  await shows('Too many requests', /Signed out/)
  dialog.getByRole('button', { name: 'Stay signed in' })
})

test('an email address that was not kept is not called kept', async () => {
  const person = { ...vera.data.me, pendingEmail: 'new@example.com' }
  open(<EmailNotice person={person} />, {
    UserUpdate: refused('userUpdate', 'This email address is taken'),
  })
  await user.click(screen.getByRole('button', { name: 'Keep current address' }))
  await shows('This email address is taken', /is still/)
})

test('sign-in services that did not load say so, and are loaded again', async () => {
  const service = { provider: 'GOOGLE', email: 'vera@gmail.com', linkedAt: '2026-03-02T09:00:00Z' }
  const account = me({ emailVerified: true, hasPassword: true, identities: [service] })
  const responses = [
    { errors: [{ message: 'Not now' }] },
    { data: { ...account.data, signInProviders: ['GOOGLE'], provenIdentity: null } },
  ]
  open(<Identities email="vera@example.com" />, { Identities: () => responses.shift() ?? offline })
  const section = within(await screen.findByRole('region', { name: 'Sign-in services' }))
  section.getByText('Failed to load your sign-in services. Please try again.')
  await user.click(section.getByRole('button', { name: 'Try again' }))
  await screen.findByText('vera@gmail.com')
})
