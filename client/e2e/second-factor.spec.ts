import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createAccount, signInAs, storedToken, verifyAddress } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { expect, test } from './test'

/** The code of a secret in base32 (RFC 6238), of the time step that is `later` steps from now. */
function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  )
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const mac = createHmac('sha1', key).update(step).digest()
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const parts = (page: Page) => {
  const main = page.getByRole('main')
  return {
    main,
    password: main.getByLabel('Password', { exact: true }),
    code: main.getByLabel('Code', { exact: true }),
    press: (name: string) => main.getByRole('button', { name, exact: true }).click(),
  }
}

test('two-step sign-in is set up, asked for and turned off', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const account = await createAccount(server)
  await verifyAddress(server, account)
  await signInAs(page, account.token)
  await page.goto('/profile')
  const { main, password, code, press } = parts(page)
  await main.getByRole('link', { name: 'Two-step Sign-in' }).click()
  await expect(page).toHaveURL('/second-factor')
  await expect(main.getByText('Anyone with your password can sign in.')).toBeVisible()
  await shot(page, 'second-factor-off')
  await axe(page)

  await press('Set up two-step sign-in')
  await expect(main.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
  const address = new URL(
    (await main.getByRole('link', { name: 'open it on this device' }).getAttribute('href')) ?? '',
  )
  expect(decodeURIComponent(address.pathname)).toBe(`/Orrery Robotics:${account.email}`)
  const secret = address.searchParams.get('secret') ?? ''
  await expect(main.getByText(secret.match(/.{4}/g)?.join(' ') ?? '')).toBeVisible()
  await shot(page, 'second-factor-setup')
  await axe(page)
  await noOverflow(page)
  await password.fill('Wrong-Enough-1!')
  await code.fill(codeOf(secret))
  await press('Turn on')
  await expect(password).toHaveAccessibleDescription(/Incorrect password/)
  await password.fill(account.password)
  await code.fill('abcdef')
  await press('Turn on')
  await expect(code).toHaveAccessibleDescription(/This code is incorrect/)
  await code.fill(codeOf(secret))
  await press('Turn on')
  await expect(main.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  const codes = await main.getByRole('listitem').allTextContents()
  expect(new Set(codes).size).toBe(10)
  await shot(page, 'second-factor-codes')
  await axe(page)
  await press('I saved them')
  await expect(main.getByText('10 recovery codes left.')).toBeVisible()
  await shot(page, 'second-factor-on')
  await axe(page)

  await page.goto('/profile')
  await press('Logout')
  await page.goto('/login')
  const form = parts(page)
  const signIn = async () => {
    await form.main.getByLabel('Email Address').fill(account.email)
    await form.password.fill(account.password)
    await form.press('Sign in')
  }
  await signIn()
  await expect(form.code).toBeFocused()
  expect(await storedToken(page)).toBeNull()
  await shot(page, 'login-code')
  await axe(page)
  await noOverflow(page)
  await form.press('Sign in')
  await expect(form.code).toHaveAccessibleDescription(/Enter your code/)
  await form.code.fill('000000')
  await form.press('Sign in')
  await expect(form.code).toHaveAccessibleDescription(/This code is incorrect/)
  await form.press('Use another account')
  await signIn()
  await form.code.fill(codeOf(secret, 1))
  await form.press('Sign in')
  await expect(page).toHaveURL('/profile')

  await page.goto('/second-factor')
  await password.fill(account.password)
  await code.fill(codes[0] ?? '')
  await press('Create new recovery codes')
  const fresh = main.getByRole('listitem').first()
  await expect(fresh).not.toHaveText(codes[0] ?? '')
  const one = (await fresh.textContent()) ?? ''
  await press('I saved them')
  await password.fill(account.password)
  await code.fill(one.toLowerCase())
  await press('Turn off')
  await expect(page.getByText('Two-step sign-in is off', { exact: true })).toBeVisible()
  await expect(main.getByText('Anyone with your password can sign in.')).toBeVisible()
})

test('needs a verified address first', { tag: '@desktop' }, async ({ page, server }) => {
  const account = await createAccount(server)
  await signInAs(page, account.token)
  await page.goto('/second-factor')
  const { main } = parts(page)
  await expect(main.getByRole('heading', { name: 'Verify your email address first' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Set up two-step sign-in' })).toBeHidden()
  await shot(page, 'second-factor-unverified')
  await axe(page)
  await noOverflow(page)
  await main.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByText(`Email sent to ${account.email}.`)).toBeVisible()
  await verifyAddress(server, account, 2)
  await page.reload()
  await expect(main.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
})

test('leads administrators and staff there who need it', { tag: '@desktop' }, async ({ page, server }) => {
  const { token, name, email } = await createAccount(server)
  const person = {
    __typename: 'User',
    id: 'u1',
    name,
    email,
    scopes: ['READ_ORDERS'],
    secondFactorMissing: true,
  }
  await answer(page, 'Me', {
    data: { me: { ...person, emailVerified: true, pendingEmail: null, role: 'ADMIN' } },
  })
  await answer(page, 'SecondFactor', { data: { me: { ...person, emailVerified: true, secondFactor: null } } })
  await signInAs(page, token)
  await page.goto('/admin/orders')
  await expect(page).toHaveURL('/second-factor')
  await expect(page.getByText(/Your role requires two-step sign-in/)).toBeVisible()
})

test('a second step that comes too late begins again', { tag: '@desktop' }, async ({ page, server }) => {
  const { email } = await createAccount(server)
  const nothing = { __typename: 'UserLoginPayload', token: null, user: null, challenge: null, userErrors: [] }
  await answer(page, 'Login', { data: { userLogin: { ...nothing, challenge: 'of-long-ago' } } })
  await page.goto('/login')
  const { main, password, code, press } = parts(page)
  await main.getByLabel('Email Address').fill(email)
  await password.fill('Long-Enough-1!')
  await press('Sign in')
  await code.fill('123456')
  await press('Sign in')
  await expect(main.getByRole('alert')).toHaveText('Sign-in took too long. Please start again.')
  await expect(main.getByLabel('Email Address')).toHaveValue(email)
})
