import { randomUUID } from 'node:crypto'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { letterTo } from './letters'
import { expect, test } from './test'

test('signing up counts once it is confirmed, and can be left', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const email = `${randomUUID()}@example.com`
  const hidden = `${email[0]}***@example.com`
  const main = page.getByRole('main')
  const field = main.getByLabel('Email Address')
  const heading = (name: string) => main.getByRole('heading', { name })
  const press = (name: string) => main.getByRole('button', { name }).click()

  await page.goto('/resources')
  await press('Subscribe')
  await expect(main.getByText('Email is required')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('vera@example')
  await press('Subscribe')
  await expect(main.getByText('Please enter a valid email address')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await field.fill(email)
  const sent = await answer(page, 'NewsletterSubscribe', Promise.resolve('pass'))
  await main.getByRole('button', { name: 'Subscribe' }).dblclick()
  await expect(heading('Confirm your email address')).toBeFocused()
  await expect(main.getByText(email)).toBeVisible()
  expect(sent).toHaveLength(1)
  await shot(page, 'resources-signed-up')

  const { links } = await letterTo(server, email, { subject: 'Confirm your newsletter subscription' })
  const confirm = links.find((one) => one.includes('/newsletter/confirm')) ?? ''
  const leave = links.find((one) => one.includes('/newsletter/unsubscribe')) ?? ''

  for (const _ of ['once', 'twice']) {
    await page.goto(confirm)
    await expect(page).toHaveURL('/newsletter/confirm')
    await press('Confirm subscription')
    await expect(heading("You're subscribed")).toBeFocused()
    await expect(main.getByText(hidden)).toBeVisible()
  }
  await axe(page)
  await noOverflow(page)
  await shot(page, 'newsletter-confirmed')

  for (const _ of ['once', 'twice']) {
    await page.goto(leave)
    await expect(page).toHaveURL('/newsletter/unsubscribe')
    await shot(page, 'newsletter-leave')
    await press('Unsubscribe')
    await expect(heading("You're unsubscribed")).toBeFocused()
    await expect(main.getByText(hidden)).toBeVisible()
  }
  await axe(page)
  await noOverflow(page)

  // Leaving has ended the link to confirm; the page offers a new one.
  await page.goto(confirm)
  await press('Confirm subscription')
  await expect(heading('This link is not valid')).toBeFocused()
  await axe(page)
  await shot(page, 'newsletter-bad-link')
  await field.fill(email)
  await press('Subscribe')
  await expect(heading('Confirm your email address')).toBeVisible()
  await letterTo(server, email, { count: 2 })
})

test.describe('the newsletter', { tag: '@desktop' }, () => {
  test('keeps the address when signing up fails', async ({ page, problems }) => {
    problems.allow(/NewsletterSubscribe|Failed to load resource|INTERNET_DISCONNECTED/)
    await page.goto('/resources')
    const main = page.getByRole('main')
    await answer(page, 'NewsletterSubscribe', 'offline')
    await main.getByLabel('Email Address').fill('vera@example.com')
    await main.getByRole('button', { name: 'Subscribe' }).click()
    await expect(main.getByRole('alert')).toHaveText(
      "Can't reach the shop. Check your connection and try again.",
    )
    await expect(main.getByLabel('Email Address')).toHaveValue('vera@example.com')
  })

  test('that a bad link wants to leave names another way', async ({ page }) => {
    await page.goto('/newsletter/unsubscribe')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'hello@orrery.example' })).toBeVisible()
    await axe(page)
    await page.goto(`/newsletter/unsubscribe?token=${'x'.repeat(43)}`)
    await main.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(main.getByRole('heading', { name: 'This link is not valid' })).toBeFocused()
  })

  test('tells a failure and goes on with the same link', async ({ page, problems }) => {
    problems.allow(/NewsletterConfirm|Failed to load resource|INTERNET_DISCONNECTED/)
    await page.goto(`/newsletter/confirm?token=${'x'.repeat(43)}`)
    const main = page.getByRole('main')
    await answer(page, 'NewsletterConfirm', 'offline')
    await main.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(main.getByRole('alert')).toHaveText(
      "Can't reach the shop. Check your connection and try again.",
    )
    await expect(main.getByRole('button', { name: 'Confirm subscription' })).toBeEnabled()
  })
})
