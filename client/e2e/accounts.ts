import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { letterTo } from './letters'
import { graphql, type Server } from './server'

export type Account = { id: string; name: string; email: string; password: string; token: string }

/** Creates a customer that no other test uses. */
export async function createAccount(server: Server, name = 'Vera Visitor'): Promise<Account> {
  const input = { name, email: `${randomUUID()}@example.com`, password: 'Long-Enough-1!' }
  const { userRegister } = await graphql<{ userRegister: { token: string; user: { id: string } } }>(
    server,
    'mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token user { id } } }',
    { input },
  )
  return { ...input, id: userRegister.user.id, token: userRegister.token }
}

/** Verifies a new customer's address with the last of `count` emails, the only one whose link is valid. */
export async function verifyAddress(server: Server, { email }: Account, count = 1) {
  const { links } = await letterTo(server, email, { subject: 'Verify your email address', count })
  const token = new URL(links[0] ?? '').searchParams.get('token')
  await graphql(server, 'mutation ($input: EmailVerifyInput!) { emailVerify(input: $input) { verified } }', {
    input: { token },
  })
}

/** A session of the demo's administrator, to check what visitors can't see. */
export async function adminToken(server: Server): Promise<string> {
  const input = { email: 'admin@orrery.example', password: 'Orrery-Admin-1!' }
  const { userLogin } = await graphql<{ userLogin: { token: string } }>(
    server,
    'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token } }',
    { input },
  )
  return userLogin.token
}

/** Signs the browser in without the form, from the next page on. */
export const signInAs = (page: Page, token: string) => store(page, 'token', token)

/** Writes to the browser's storage before the next page opens. */
export async function store(page: Page, key: string, text: string) {
  const item = [key, text] as const
  const put = ([key, text]: typeof item) => localStorage.setItem(key, text)
  if (page.url() !== 'about:blank') {
    await page.goto('/readyz')
    await page.evaluate(put, item)
    return
  }
  // Storage can only be accessed from a page of the shop, and opening one just for that costs as much as a short test.
  const script = await page.addInitScript(put, item)
  page.once('domcontentloaded', () => script.dispose())
}

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
