import type { Page } from '@playwright/test'
import { createAccount, signInAs, storedToken } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { answer, refusal } from './graph'
import { lettersTo, letterTo } from './letters'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const rule =
  'Password must be at least 8 characters and contain a number, uppercase, lowercase, and special character (!@#$%^&*)'
const resetLetter = 'Set a new password'
const verifyLetter = 'Verify your email address'
/** The notice about what is still open about an address. */
const open = /^Verify /
const newPassword = 'Even-Longer-2!'

const parts = (page: Page) => {
  const main = page.getByRole('main')
  return {
    main,
    heading: (name: string) => main.getByRole('heading', { name }),
    email: main.getByLabel('Email Address'),
    name: main.getByLabel('Full Name'),
    current: main.getByLabel('Current Password', { exact: true }),
    fresh: main.getByLabel('New Password', { exact: true }),
    again: main.getByLabel('Confirm New Password', { exact: true }),
    press: (name: string) => main.getByRole('button', { name }).click(),
    box: main.getByRole('alert'),
  }
}

const link = async (server: Server, email: string, subject: string, count = 1) =>
  (await letterTo(server, email, { subject, count })).links[0] ?? ''

/** Whom the server takes the bearer of a token for. */
const whoIs = async (server: Server, token: string) =>
  (await graphql<{ me: { email: string } | null }>(server, '{ me { email } }', {}, token)).me?.email

const signIn = (server: Server, email: string, password: string) =>
  graphql<{ userLogin: { token: string | null } }>(
    server,
    'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token } }',
    { input: { email, password } },
  )

test('a forgotten password is replaced by a letter', { tag: '@desktop' }, async ({ page, server }) => {
  const account = await createAccount(server)
  const { main, heading, email, fresh, again, press } = parts(page)
  await page.goto('/login')
  await main.getByRole('link', { name: 'Reset' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await press('Send link')
  await expect(main.getByText('Email is required')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('vera@example')
  await press('Send link')
  await expect(main.getByText('Please enter a valid email address')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'forgot-password')
  await email.fill(account.email)
  await press('Send link')
  await expect(heading('Check your email')).toBeFocused()
  await expect(main.getByText(/works once, for one\s+hour/)).toBeVisible()
  await expect(main.getByText(/spam folder/)).toBeVisible()
  await expect(main.getByRole('link', { name: 'hello@orrery.example' })).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'forgot-password-asked')

  const address = await link(server, account.email, resetLetter)
  await page.goto(address)
  await expect(page).toHaveURL('/reset-password')
  // The address is clean, and a reload still knows the token.
  await page.reload()
  await fresh.fill('longenough')
  await again.fill('longerenough')
  await press('Set new password')
  await expect(main.getByText(rule)).toBeVisible()
  await expect(main.getByText('Passwords do not match')).toBeVisible()
  await expect(main.getByText('Password strength:')).toHaveText('Password strength: Weak')
  await expect(fresh).toBeFocused()
  await main.getByRole('button', { name: 'Show password' }).first().click()
  await expect(fresh).toHaveAttribute('type', 'text')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'reset-password')
  await fresh.fill(newPassword)
  await again.fill(newPassword)
  const sent = await answer(page, 'PasswordReset', Promise.resolve('pass'))
  await main.getByRole('button', { name: 'Set new password' }).dblclick()
  await expect(heading('New password set')).toBeFocused()
  expect(sent).toHaveLength(1)
  await axe(page)
  await shot(page, 'reset-password-done')
  expect(await whoIs(server, account.token)).toBeUndefined()

  await main.getByRole('link', { name: 'Sign in' }).click()
  await email.fill(account.email)
  await main.getByLabel('Password', { exact: true }).fill(newPassword)
  await press('Sign in')
  await expect(page).toHaveURL('/profile')
})

test.describe('/forgot-password', { tag: '@desktop' }, () => {
  test('answers every address alike, and writes only to those of accounts', async ({ page, server }) => {
    const account = await createAccount(server)
    const unknown = `nobody-${account.email}`
    const { main, email, heading, press } = parts(page)
    await page.goto('/forgot-password')
    const answers: unknown[] = []
    for (const address of [unknown, account.email]) {
      await email.fill(address)
      await press('Send link')
      await expect(heading('Check your email')).toBeVisible()
      answers.push((await main.textContent())?.replaceAll(address, ''))
      await press('Send again')
      await expect(email).toHaveValue(address)
    }
    expect(answers[0]).toBe(answers[1])
    // The letters are written in the order of the requests: the other one would be there by now.
    await letterTo(server, account.email, { subject: resetLetter })
    expect(await lettersTo(server, unknown)).toEqual([])
  })
})

test.describe('/reset-password', { tag: '@desktop' }, () => {
  test('ends the session of this tab as well, without a complaint', async ({ page, server }) => {
    const account = await createAccount(server)
    await signInAs(page, account.token)
    const { main, email, heading, fresh, again, press, box } = parts(page)
    await page.goto('/forgot-password')
    await expect(email).toHaveValue(account.email)
    await press('Send link')
    await page.goto(await link(server, account.email, resetLetter))
    await fresh.fill(newPassword)
    await again.fill(newPassword)
    await press('Set new password')
    await expect(heading('New password set')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await storedToken(page)).toBeNull()
    await main.getByRole('link', { name: 'Sign in' }).click()
    await expect(main.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(box).toBeEmpty()
  })

  test('with a link that is missing or used up leads to a new one', async ({ page, server, problems }) => {
    const account = await createAccount(server)
    const { main, heading, fresh, again, press, box } = parts(page)
    await page.goto('/reset-password')
    await expect(heading('This link is not valid')).toBeVisible()
    await axe(page)

    await page.goto(`/reset-password?token=${'x'.repeat(43)}`)
    await expect(heading('This link is not valid')).toBeFocused()
    await expect(fresh).toBeHidden()
    await shot(page, 'reset-password-bad-link')

    // Without that check, the form says so when it is sent.
    problems.allow(/PasswordResetValid:/)
    const check = await answer(page, 'PasswordResetValid', refusal('Broken'))
    await page.reload()
    await fresh.fill(newPassword)
    await again.fill(newPassword)
    await press('Set new password')
    await expect(heading('This link is not valid')).toBeFocused()
    expect(check).toHaveLength(1)
    await main.getByRole('link', { name: 'Send a new link' }).click()
    await expect(page).toHaveURL('/forgot-password')
    await expect(box).toBeEmpty()
    expect(await whoIs(server, account.token)).toBe(account.email)
  })
})

test('a new account verifies its address by the letter', { tag: '@desktop' }, async ({ page, server }) => {
  const account = await createAccount(server)
  await signInAs(page, account.token)
  const { main, heading, press } = parts(page)
  const notice = main.getByRole('region', { name: open })
  await page.goto('/profile')
  await expect(notice.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'profile-unverified')
  await link(server, account.email, verifyLetter)
  await notice.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByText(`Email sent to ${account.email}.`)).toBeVisible()

  const address = await link(server, account.email, verifyLetter, 2)
  await page.goto(address)
  await expect(page).toHaveURL('/verify-email')
  // Opening alone verifies nothing.
  await expect(main.getByRole('button', { name: 'Verify email address' })).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'verify-email')
  await press('Verify email address')
  await expect(heading('Your email address is verified')).toBeFocused()
  await expect(main.getByText(account.email)).toBeVisible()
  await axe(page)
  await shot(page, 'verify-email-done')
  await main.getByRole('link', { name: 'Go to profile' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
  await expect(notice).toBeHidden()

  await page.goto(address)
  await press('Verify email address')
  await expect(heading('Already verified')).toBeFocused()
})

test.describe('/verify-email', { tag: '@desktop' }, () => {
  test('with a bad link leads visitors to a new letter, by signing in', async ({ page, server }) => {
    const account = await createAccount(server)
    const { main, heading, press, email } = parts(page)
    await page.goto(`/verify-email?token=${'x'.repeat(43)}`)
    await press('Verify email address')
    await expect(heading('This link is not valid')).toBeFocused()
    await axe(page)
    await main.getByRole('link', { name: 'Sign in' }).click()
    await email.fill(account.email)
    await main.getByLabel('Password', { exact: true }).fill(account.password)
    await press('Sign in')
    await expect(page).toHaveURL('/verify-email')
    await expect(heading('This link is not valid')).toBeVisible()
    await press('Resend email')
    await page.goto(await link(server, account.email, verifyLetter, 2))
    await press('Verify email address')
    await expect(heading('Your email address is verified')).toBeVisible()
  })

  test('that happens elsewhere shows when one comes back', async ({ page, server, context }) => {
    const account = await createAccount(server)
    await signInAs(page, account.token)
    await page.goto('/profile')
    const notice = page.getByRole('region', { name: open })
    await expect(notice).toBeVisible()
    const other = await context.newPage()
    await other.goto(await link(server, account.email, verifyLetter))
    await other.getByRole('button', { name: 'Verify email address' }).click()
    await expect(other.getByRole('heading', { name: 'Your email address is verified' })).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(notice).toBeHidden()
  })
})

test('a changed name shows at once, a changed address once it is verified', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const account = await createAccount(server)
  const taken = await createAccount(server)
  const moved = `moved-${account.email}`
  await signInAs(page, account.token)
  const { main, heading, name, email, press, box } = parts(page)
  const notice = main.getByRole('region', { name: open })
  await page.goto('/profile')
  await main.getByRole('link', { name: 'Update Profile' }).click()
  await expect(name).toHaveValue('Vera Visitor')
  await expect(email).toHaveValue(account.email)

  await name.fill('')
  await email.fill('nowhere')
  await press('Save changes')
  await expect(main.getByText('Name is required')).toBeVisible()
  await expect(main.getByText('Please enter a valid email address')).toBeVisible()
  await expect(name).toBeFocused()
  await axe(page)

  await name.fill('Ada Newname')
  await email.fill(taken.email)
  await press('Save changes')
  await expect(email).toHaveAccessibleDescription(/already exists/)
  await expect(email).toBeFocused()
  await expect(box).toBeEmpty()

  await email.fill(moved)
  await press('Save changes')
  await expect(main.getByText(`Saved. We sent an email to ${moved}.`)).toBeVisible()
  await expect(notice.getByRole('heading', { name: `Verify ${moved}` })).toBeVisible()
  await expect(email).toHaveValue(account.email)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'update-profile')
  const { text } = await letterTo(server, account.email, { subject: 'Email address change requested' })
  expect(text).not.toContain(moved)

  await main.getByRole('link', { name: 'Back to profile' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
  await expect(notice.getByText(moved)).toBeVisible()
  await shot(page, 'profile-pending')

  await page.goto(await link(server, moved, verifyLetter))
  await press('Verify email address')
  await expect(heading('Your email address is verified')).toBeVisible()
  await expect(main.getByText(moved)).toBeVisible()
  expect(await whoIs(server, account.token)).toBe(moved)
})

/** Changes the address of an account and returns the link that undoes it. */
async function changeAddress(server: Server, { email, token }: { email: string; token: string }, to: string) {
  // Sent after the change, the letter of the registration would go to the new address, too.
  await link(server, email, verifyLetter)
  await graphql(
    server,
    'mutation ($input: UserUpdateInput!) { userUpdate(input: $input) { userErrors { message } } }',
    { input: { email: to } },
    token,
  )
  const verify = new URL(await link(server, to, verifyLetter)).searchParams.get('token')
  await graphql(server, 'mutation ($input: EmailVerifyInput!) { emailVerify(input: $input) { verified } }', {
    input: { token: verify },
  })
  return link(server, email, 'Your email address has changed')
}

test.describe('/undo-email', { tag: '@desktop' }, () => {
  test('gives the account back to its former address', async ({ page, server }) => {
    const account = await createAccount(server)
    const thief = `thief-${account.email}`
    const address = await changeAddress(server, account, thief)
    const { main, heading, fresh, again, press } = parts(page)
    await page.goto(address)
    await expect(page).toHaveURL('/undo-email')
    // Opening alone undoes nothing.
    await expect(main.getByRole('button', { name: 'Undo change' })).toBeVisible()
    expect(await whoIs(server, account.token)).toBe(thief)
    await axe(page)
    await noOverflow(page)
    await shot(page, 'undo-email')
    await press('Undo change')
    await expect(heading('Email address restored')).toBeFocused()
    await expect(main.getByText(account.email)).toBeVisible()
    await expect(fresh).toBeVisible()
    expect(await whoIs(server, account.token)).toBeUndefined()
    await axe(page)
    await noOverflow(page)
    await shot(page, 'undo-email-password')
    await fresh.fill(newPassword)
    await again.fill(newPassword)
    await press('Set new password')
    await expect(heading('Account restored')).toBeFocused()
    await axe(page)
    await shot(page, 'undo-email-done')
    expect((await signIn(server, account.email, newPassword)).userLogin.token).toBeTruthy()
    expect((await signIn(server, thief, account.password)).userLogin.token).toBeNull()

    await page.goto(address)
    await press('Undo change')
    await expect(heading('This change was already undone')).toBeFocused()
    await expect(main.getByRole('link', { name: 'Send a new link' })).toBeVisible()
    await axe(page)
    await shot(page, 'undo-email-used')
  })

  test('with a bad link leads to us, and goes on after a failure', async ({ page, problems, server }) => {
    problems.allow(/EmailChangeUndo|Failed to load resource|INTERNET_DISCONNECTED/)
    const { main, heading, press, box } = parts(page)
    await page.goto(`/undo-email?token=${'x'.repeat(43)}`)
    await press('Undo change')
    await expect(heading('This link is not valid')).toBeFocused()
    await expect(main.getByRole('link', { name: 'Contact us' })).toBeVisible()
    await axe(page)
    await shot(page, 'undo-email-invalid')
    const account = await createAccount(server)
    await page.goto(await changeAddress(server, account, `moved-${account.email}`))
    await answer(page, 'EmailChangeUndo', 'offline')
    await press('Undo change')
    await expect(box).toHaveText("Can't reach the shop. Check your connection and try again.")
    await page.unrouteAll()
    await press('Undo change')
    await expect(heading('Email address restored')).toBeFocused()
  })
})

test.describe('/update-profile', { tag: '@desktop' }, () => {
  test('keeps a waiting address through a change of the name, and calls it off on demand', async ({
    page,
    server,
  }) => {
    const account = await createAccount(server)
    await signInAs(page, account.token)
    const { main, name, email, press } = parts(page)
    const waiting = main.getByRole('heading', { name: /^Verify .*@/ })
    await page.goto('/update-profile')
    await email.fill(`moved-${account.email}`)
    await press('Save changes')
    await expect(waiting).toBeVisible()
    await name.fill('Ada Newname')
    await press('Save changes')
    await expect(main.getByText('Saved.', { exact: true })).toBeVisible()
    await expect(page.getByRole('banner').getByText('Ada Newname')).toBeVisible()
    await expect(waiting).toBeVisible()
    await press('Keep current address')
    await expect(page.getByText(`Your email address is still ${account.email}`)).toBeVisible()
    await expect(waiting).toBeHidden()
  })

  test('and /change-password need a sign-in and come back after it', async ({ page, server }) => {
    const account = await createAccount(server)
    const { main, email, current, press } = parts(page)
    await page.goto('/update-profile')
    await expect(page).toHaveURL('/login')
    await page.goto('/change-password')
    await expect(page).toHaveURL('/login')
    await email.fill(account.email)
    await main.getByLabel('Password', { exact: true }).fill(account.password)
    await press('Sign in')
    await expect(page).toHaveURL('/change-password')
    await expect(current).toBeVisible()
  })
})

test('a changed password ends the other sessions', { tag: '@desktop' }, async ({ page, server }) => {
  const account = await createAccount(server)
  const elsewhere = (await signIn(server, account.email, account.password)).userLogin.token ?? ''
  await signInAs(page, account.token)
  const { main, heading, current, fresh, again, press } = parts(page)
  await page.goto('/profile')
  await main.getByRole('link', { name: 'Change Password' }).click()
  await press('Change password')
  await expect(main.getByText('Current password is required')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill('Wrong-Enough-1!')
  await fresh.fill('aB1!')
  await again.fill('aB1?')
  await press('Change password')
  await expect(main.getByText(rule)).toBeVisible()
  await expect(main.getByText('Passwords do not match')).toBeVisible()

  await fresh.fill(newPassword)
  await again.fill(newPassword)
  await press('Change password')
  await expect(current).toHaveAccessibleDescription('Current password is incorrect')
  await expect(current).toBeFocused()
  await expect(fresh).toHaveValue(newPassword)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'change-password')

  await current.fill(account.password)
  await press('Change password')
  await expect(heading('Password changed')).toBeFocused()
  await expect(main.getByText('All other sessions have ended.')).toBeVisible()
  await axe(page)
  await shot(page, 'change-password-done')
  expect(await whoIs(server, elsewhere)).toBeUndefined()
  expect((await signIn(server, account.email, newPassword)).userLogin.token).toBeTruthy()
  await letterTo(server, account.email, { subject: 'Your password was changed' })
  await main.getByRole('link', { name: 'Back to profile' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
})
