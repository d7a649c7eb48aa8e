import type { Page } from '@playwright/test'
import { createAccount, signInAs, storedToken } from './accounts'
import { axe, noOverflow, shot, shown } from './checks'
import { answer, operationOf } from './graph'
import { expect, test } from './test'

const form = (page: Page) => {
  const main = page.getByRole('main')
  return {
    main,
    name: main.getByLabel('Full Name'),
    email: main.getByLabel('Email Address'),
    password: main.getByLabel('Password', { exact: true }),
    confirm: main.getByLabel('Confirm Password', { exact: true }),
    signIn: main.getByRole('button', { name: 'Sign in' }),
    create: main.getByRole('button', { name: 'Create Account' }),
    box: main.getByRole('alert'),
  }
}

const wayOn = 'Redirecting to your dashboard...'

test.describe('/login', () => {
  test('offers what the page has to offer, and says what is missing or wrong', { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto('/login')
    const { main, email, password, signIn, box } = form(page)
    await expect(email).toHaveAttribute('autocomplete', 'email')
    await expect(password).toHaveAttribute('autocomplete', 'current-password')
    await expect(main.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register')
    await expect(main.getByRole('link', { name: 'Reset' })).toHaveAttribute('href', '/forgot-password')
    for (const name of ['Google', 'GitHub']) {
      const service = main.getByRole('button', { name })
      await expect(service).toBeDisabled()
      await expect(service).toHaveAccessibleDescription(/sign-in are not available/)
    }
    await shot(page, 'login')
    await axe(page)
    await noOverflow(page)

    await test.step('says what is missing or wrong, and keeps what was typed', async () => {
      await signIn.click()
      await expect(box).toHaveText('Please fill in all fields')
      await expect(email).toBeFocused()
      await expect(password).toHaveAttribute('aria-invalid', 'true')
      await expect(signIn).toBeEnabled()
      await shot(page, 'login-incomplete')
      await axe(page)

      await email.fill('vera@example')
      await password.fill('something')
      await signIn.click()
      await expect(main.getByText('Please enter a valid email address')).toBeVisible()
      await expect(email).toBeFocused()
      await expect(email).toHaveValue('vera@example')
      await expect(password).toHaveValue('something')
      await expect(box).toBeEmpty()
    })

    await test.step('shows the password on demand and its strength while typing', async () => {
      const words = ['Too Short', 'Very Weak', 'Weak', 'Fair', 'Good', 'Strong']
      for (const [index, typed] of ['', 'a', 'aB', 'aB1', 'aB1!', 'aB1!aB1!'].entries()) {
        await password.fill(typed)
        await expect(main.getByText('Password strength:')).toHaveText(`Password strength: ${words[index]}`)
      }
      await expect(password).toHaveAttribute('type', 'password')
      await main.getByRole('button', { name: 'Show password' }).click()
      await expect(password).toHaveAttribute('type', 'text')
      await main.getByRole('button', { name: 'Hide password' }).click()
      await expect(password).toHaveAttribute('type', 'password')
    })
  })

  test('after a wrong password leads back to where the guard came from', { tag: '@desktop' }, async ({
    page,
    server,
  }) => {
    const account = await createAccount(server)
    await page.clock.install()
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    await page.goto('/cart')
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Your cart belongs to your account.')).toBeVisible()
    const { main, email, password, signIn, box } = form(page)
    await email.fill(account.email)
    await password.fill('Wrong-Enough-1!')
    await signIn.click()
    await expect(box).toHaveText('Invalid email or password')
    expect(logged).toEqual(['Login was refused: Invalid email or password'])
    await expect(email).toHaveValue(account.email)
    await axe(page)

    await password.fill(account.password)
    await page.clock.pauseAt(Date.now() + 60_000)
    await signIn.click()
    await expect(main.getByText(`Login successful! ${wayOn}`)).toBeVisible()
    expect(await storedToken(page)).toBeTruthy()
    await page.clock.runFor(1100)
    await expect(page).toHaveURL('/login')
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/cart')
  })

  test('without an origin leads to the profile, as it does for people who are signed in', {
    tag: '@desktop',
  }, async ({ page, server }) => {
    const account = await createAccount(server)
    await page.goto('/login')
    const { email, password, signIn } = form(page)
    await email.fill(account.email)
    await password.fill(account.password)
    let release = (_: 'pass') => {}
    await answer(page, 'Login', new Promise<'pass'>((resolve) => (release = resolve)))
    await signIn.click()
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    release('pass')
    await expect(page).toHaveURL('/profile')
    await page.goto('/login')
    await expect(page).toHaveURL('/profile')
  })
})

test.describe('/register', () => {
  test('sends somebody who is signed in to their profile', { tag: '@desktop' }, async ({ page, server }) => {
    const { token } = await createAccount(server)
    await signInAs(page, token)
    await page.goto('/register')
    await expect(page).toHaveURL('/profile')
  })

  test('explains the rule and names everything that is wrong', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/register')
    const { main, name, email, password, confirm, create, box } = form(page)
    await expect(name).toHaveAttribute('autocomplete', 'name')
    await expect(email).toHaveAttribute('autocomplete', 'email')
    await expect(password).toHaveAttribute('autocomplete', 'new-password')
    await expect(confirm).toHaveAttribute('autocomplete', 'new-password')
    await expect(password).toHaveAccessibleDescription(/At least 8 characters .* special character/)
    await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
    await shot(page, 'register')
    await axe(page)
    await noOverflow(page)

    await create.click()
    await expect(box).toHaveText('Please fill in all fields')
    await expect(name).toBeFocused()

    await name.fill('Vera Visitor')
    await email.fill('nowhere')
    await password.fill('longenough')
    await confirm.fill('longerenough')
    await create.click()
    await expect(main.getByText('Please enter a valid email address')).toBeVisible()
    await expect(
      main.getByText(
        'Password must be at least 8 characters and contain a number, uppercase, lowercase, and special character (!@#$%^&*)',
      ),
    ).toBeVisible()
    await expect(main.getByText('Passwords do not match')).toBeVisible()
    await expect(email).toBeFocused()
    await shot(page, 'register-wrong')
    await axe(page)
    await noOverflow(page)

    await password.fill('longerenough')
    await expect(main.getByText('Passwords do not match')).toBeHidden()
    const toggles = main.getByRole('button', { name: 'Show password' })
    await expect(toggles).toHaveCount(2)
    await toggles.last().click()
    await expect(confirm).toHaveAttribute('type', 'text')
    await expect(password).toHaveAttribute('type', 'password')
  })

  test('puts the refusal on its field, then leads to the origin', { tag: '@desktop' }, async ({
    page,
    server,
  }) => {
    const taken = await createAccount(server)
    await page.clock.install()
    await page.goto('/cart')
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
    const { main, name, email, password, confirm, create, box } = form(page)
    await name.fill('Vera Visitor')
    await email.fill(taken.email)
    await password.fill(taken.password)
    await confirm.fill(taken.password)
    await create.click()
    await expect(email).toHaveAccessibleDescription(/already exists/)
    await expect(email).toBeFocused()
    await expect(box).toBeEmpty()
    await axe(page)

    await email.fill(`new-${taken.email}`)
    await password.fill('Vera-Visitor-1!')
    await confirm.fill('Vera-Visitor-1!')
    await create.click()
    await expect(password).toHaveAccessibleDescription(/too easy to guess/)
    await expect(password).toBeFocused()
    await shot(page, 'register-easy-password')

    await password.fill(taken.password)
    await confirm.fill(taken.password)
    await page.clock.pauseAt(Date.now() + 60_000)
    let release = (_: 'pass') => {}
    await answer(page, 'Register', new Promise<'pass'>((resolve) => (release = resolve)))
    await create.click()
    await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
    release('pass')
    await expect(main.getByText(`Registration successful! ${wayOn}`)).toBeVisible()
    await page.clock.runFor(1100)
    await expect(page).toHaveURL('/register')
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/cart')
  })
})

test.describe('the session', { tag: '@desktop' }, () => {
  test('is waited for behind a spinner on black', async ({ page, server }) => {
    const { token } = await createAccount(server)
    await signInAs(page, token)
    let release = (_: 'pass') => {}
    await answer(page, 'Me', new Promise<'pass'>((resolve) => (release = resolve)))
    await page.goto('/profile')
    const curtain = page.locator('.fixed.inset-0.bg-black')
    await expect(curtain.getByRole('status')).toHaveText('Loading')
    await expect(curtain).toHaveCSS('background-color', 'rgb(0, 0, 0)')
    expect(await curtain.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
    release('pass')
    await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
    await expect(curtain).toBeHidden()
  })

  test('that the server no longer knows ends at the start, with the reason on /login', async ({ page }) => {
    await signInAs(page, 'worthless')
    await page.goto('/profile')
    await expect(page).toHaveURL('/login')
    await expect(form(page).box).toHaveText('Authentication failed')
    expect(await storedToken(page)).toBeNull()
  })

  test('survives a start without a network', async ({ page, server, problems }) => {
    problems.allow(/Me:|Failed to load resource|INTERNET_DISCONNECTED/)
    const { token } = await createAccount(server)
    await signInAs(page, token)
    await answer(page, 'Me', 'offline')
    await page.goto('/profile')
    await expect(page.getByText("Can't reach the server")).toBeVisible()
    expect(await storedToken(page)).toBe(token)
    await axe(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
  })

  test('that another client ended leads to /login and back again', async ({ page, server, problems }) => {
    problems.allow(/Cart/)
    const account = await createAccount(server)
    await signInAs(page, account.token)
    // Or a later part of the page hears of it first.
    const laterParts = ['Addresses', 'Sessions', 'Identities'].map((name) =>
      page.waitForResponse((response) => operationOf(response.request()).operationName === name),
    )
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Welcome, Vera' })).toBeVisible()
    await Promise.all(laterParts)
    await page.request.post('/graphql', {
      headers: { authorization: `Bearer ${account.token}` },
      data: { query: 'mutation { userLogout { loggedOut } }' },
    })
    const asked = shown(page, 'Please Login')
    await page.getByRole('button', { name: 'Refresh pre-orders' }).click()
    await asked
    await expect(page).toHaveURL('/login')
    expect(await storedToken(page)).toBeNull()
    const { email, password, signIn } = form(page)
    await email.fill(account.email)
    await password.fill(account.password)
    await signIn.click()
    await expect(page).toHaveURL('/profile')
  })
})

test('an address that does not exist says so', { tag: '@desktop' }, async ({ page, problems }) => {
  problems.allow(/404/)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await shot(page, 'not-found')
  await axe(page)
  await noOverflow(page)
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})
