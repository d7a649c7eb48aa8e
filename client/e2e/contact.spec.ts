import type { Page } from '@playwright/test'
import { adminToken, createAccount, signInAs } from './accounts'
import { axe, noOverflow, shot, shown } from './checks'
import { answer, operationOf, refusal } from './graph'
import { graphql } from './server'
import { expect, test } from './test'

const field = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name })

async function fill(page: Page) {
  await field(page, 'Name').fill('Vera Visitor')
  await field(page, 'Email').fill('vera@example.com')
  await field(page, 'Subject').fill('Reach of the fixed arm')
  await field(page, 'Message').fill('Does it reach 850 mm with 5 kg?')
}

const sendButton = (page: Page) =>
  page.getByRole('button', { name: /^(Send message|Sending\.\.\.|Message Sent!)$/ })

test('tells what to expect, where the office is and what is asked most', { tag: '@desktop' }, async ({
  page,
}) => {
  // A Wednesday in winter, half past one in Amsterdam.
  await page.clock.setFixedTime(new Date('2026-01-14T12:30:00Z'))
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Contact us', level: 1 })).toBeVisible()
  for (const benefit of ['Expert Guidance', '24/7 Support', 'Fast Response'])
    await expect(main.getByRole('heading', { name: benefit })).toBeVisible()
  await expect(main.getByText('Keizersgracht 241')).toBeVisible()
  await expect(main.getByText('Monday to Friday, 9:00 AM to 6:00 PM CET', { exact: true })).toBeVisible()
  await expect(main.getByText('Wed 13:30 CET')).toBeVisible()
  await expect(main.getByText('The office is open now')).toBeVisible()
  for (const name of ['GitHub', 'LinkedIn', 'X', 'YouTube'])
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', /^https:/)

  const hours = main.getByRole('button', { name: 'When is the office open?' })
  const pay = main.getByRole('button', { name: 'How do I pay for an order?' })
  await expect(main.locator('button[aria-expanded]')).toHaveCount(4)
  await hours.click()
  await expect(hours).toHaveAttribute('aria-expanded', 'true')
  await pay.click()
  await expect(main.getByText('By bank transfer on invoice.')).toBeVisible()
  await expect(hours).toHaveAttribute('aria-expanded', 'false')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'contact')

  await page.clock.setFixedTime(new Date('2026-01-17T12:30:00Z'))
  await page.reload()
  await expect(main.getByText('Sat 13:30 CET')).toBeVisible()
  await expect(main.getByText('The office is closed now')).toBeVisible()
})

test('takes 1.5 s to send, says so for 3 s, and clears the form; a double click sends once @desktop', async ({
  page,
  server,
}) => {
  await page.clock.install()
  await page.goto('/contact')
  await fill(page)
  const sent: unknown[] = []
  const arrived = page.waitForResponse(async (response) => {
    const { operationName, variables } = operationOf(response.request())
    if (operationName !== 'ContactMessageCreate') return false
    sent.push(variables.input)
    return true
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  const button = sendButton(page)
  await button.dblclick()
  await expect(button).toHaveText('Sending...')
  await expect(button).toBeDisabled()
  await (await arrived).finished()

  await page.clock.runFor(1499)
  await expect(button).toHaveText('Sending...')
  await expect(field(page, 'Message')).toHaveValue('Does it reach 850 mm with 5 kg?')
  await page.clock.runFor(1)
  await expect(button).toHaveText('Message Sent!')
  for (const name of ['Name', 'Email', 'Subject', 'Message']) await expect(field(page, name)).toHaveValue('')
  await expect(page.getByRole('status').getByText("We've received your message.")).toBeVisible()

  await page.clock.runFor(2999)
  await expect(button).toHaveText('Message Sent!')
  await page.clock.runFor(1)
  await expect(button).toHaveText('Send message')
  await expect(button).toBeEnabled()
  await page.clock.resume()
  await axe(page)
  await shot(page, 'contact-sent')
  expect(sent).toEqual([
    {
      name: 'Vera Visitor',
      email: 'vera@example.com',
      subject: 'Reach of the fixed arm',
      message: 'Does it reach 850 mm with 5 kg?',
      idempotencyKey: expect.any(String),
    },
  ])
  await page.reload()
  await expect(field(page, 'Message')).toHaveValue('')

  const { contactMessages } = await graphql<{ contactMessages: { nodes: object[] } }>(
    server,
    '{ contactMessages(first: 5) { nodes { name subject message status } } }',
    {},
    await adminToken(server),
  )
  expect(contactMessages.nodes).toContainEqual({
    name: 'Vera Visitor',
    subject: 'Reach of the fixed arm',
    message: 'Does it reach 850 mm with 5 kg?',
    status: 'PENDING',
  })
})

test('names what is missing, and what was typed survives a reload', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/contact')
  await field(page, 'Email').fill('vera@example')
  await field(page, 'Message').fill('Two lines\nof it')
  await sendButton(page).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Subject is required')).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'contact-errors')
  await page.reload()
  await expect(field(page, 'Email')).toHaveValue('vera@example')
  await expect(field(page, 'Message')).toHaveValue('Two lines\nof it')
})

test('fills in who is signed in, and the subject of the address, by keyboard alone @desktop', async ({
  page,
  server,
}) => {
  const { name, email, token } = await createAccount(server)
  await signInAs(page, token)
  await page.goto('/contact?subject=Manual%20of%20ORR-A6-900')
  await expect(field(page, 'Name')).toHaveValue(name)
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'Subject')).toHaveValue('Manual of ORR-A6-900')
  await field(page, 'Subject').focus()
  await page.keyboard.press('End')
  await page.keyboard.type(', in Dutch')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Please.')
  await page.reload()
  await expect(field(page, 'Subject')).toHaveValue('Manual of ORR-A6-900, in Dutch')
  await field(page, 'Message').focus()
  await page.keyboard.press('Tab')
  const sent = shown(page, 'Message Sent!')
  await page.keyboard.press('Enter')
  await sent
  await expect(field(page, 'Name')).toHaveValue(name)
  await expect(field(page, 'Subject')).toHaveValue('')
})

test('the questions load by themselves and can be asked for again', { tag: '@desktop' }, async ({
  page,
  problems,
}) => {
  problems.allow(/Contact:/)
  await answer(page, 'Contact', refusal('no'))
  await page.goto('/contact')
  await expect(page.getByText("Couldn't load questions.")).toBeVisible()
  await expect(field(page, 'Message')).toBeVisible()
  await axe(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'How soon will I get an answer?' })).toBeVisible()
})
