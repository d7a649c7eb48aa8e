import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { letterTo } from './letters'
import { graphql, type Server } from './server'

export type Account = { id: string; name: string; email: string; password: string; token: string }

/** Makes a new customer, whom nobody else uses. */
export async function createAccount(server: Server, name = 'Vera Visitor'): Promise<Account> {
  const input = { name, email: `${randomUUID()}@example.com`, password: 'Long-Enough-1!' }
  const { userRegister } = await graphql<{ userRegister: { token: string; user: { id: string } } }>(
    server,
    'mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token user { id } } }',
    { input },
  )
  return { ...input, id: userRegister.user.id, token: userRegister.token }
}

/** Verifies the address of a new customer by the last of the `count` letters that go there, the only one whose link works. */
export async function verifyAddress(server: Server, { email }: Account, count = 1) {
  const { links } = await letterTo(server, email, { subject: 'Verify your email address', count })
  const token = new URL(links[0] ?? '').searchParams.get('token')
  await graphql(server, 'mutation ($input: EmailVerifyInput!) { emailVerify(input: $input) { verified } }', {
    input: { token },
  })
}

/** A session of the demo's admin, for looking at what visitors can't see. */
export async function adminToken(server: Server): Promise<string> {
  const input = { email: 'admin@orrery.example', password: 'Orrery-Admin-1!' }
  const { userLogin } = await graphql<{ userLogin: { token: string } }>(
    server,
    'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token } }',
    { input },
  )
  return userLogin.token
}

/** Signs the browser in without the form, for the next page that is opened. */
export const signInAs = (page: Page, token: string) => store(page, 'token', token)

/** Puts a text into the browser's storage, where the next page that is opened finds it. */
export async function store(page: Page, key: string, text: string) {
  const item = [key, text] as const
  const put = ([key, text]: typeof item) => localStorage.setItem(key, text)
  if (page.url() !== 'about:blank') {
    await page.goto('/readyz')
    await page.evaluate(put, item)
    return
  }
  // The shop's storage can be reached from its pages alone: to open one more costs as much as a short test.
  const script = await page.addInitScript(put, item)
  page.once('domcontentloaded', () => script.dispose())
}

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
