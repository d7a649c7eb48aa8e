import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setToken } from '~/lib/token'
import { openApp, vera } from '~/test/app'
import { held } from '~/test/held'

test('a spinner covers the page while a guard waits, but not on the way to a public page', async () => {
  const me = held()
  setToken('good')
  openApp('/forgot-password', { Me: me.mock })
  const user = userEvent.setup()
  const spinner = () => document.querySelector('.bg-black')
  const go = async (path: string) => user.click(document.querySelector(`a[href='${path}']`) as Element)
  await screen.findByRole('button', { name: /Send/ })
  await go('/sitemap')
  await screen.findByRole('heading', { level: 1, name: 'Sitemap' })
  expect(spinner()).toBeNull()
  await go('/login')
  await waitFor(() => expect(spinner()).not.toBeNull())
  await me.respond(vera)
  await waitFor(() => expect(spinner()).toBeNull())
})
