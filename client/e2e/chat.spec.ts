import type { Page } from '@playwright/test'
import { axe, noOverflow, shot, shown } from './checks'
import { answer, refusal } from './graph'
import { expect, test } from './test'

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Your question' })

async function ask(page: Page, question: string) {
  await field(page).fill(question)
  await page.keyboard.press('Enter')
}

test('answers with figures and questions, says that it is automatic, and links its sources', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/chat')
  await expect(page.getByRole('heading', { name: 'Chat with Robot', level: 1 })).toBeVisible()
  await expect(page.getByText('Automatic answers. No AI.')).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'chat-empty')

  await page.getByRole('button', { name: 'What is the payload of the fixed arm?' }).click()
  await expect(log(page).getByText('Payload: 6 kg')).toBeVisible()
  await expect(log(page).getByText('Automatic answer')).toBeVisible()
  await ask(page, 'shipping cost')
  await expect(log(page).getByText('Shipping is free.')).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'chat')
})

test('keeps the conversation over a reload, and leads to the sources and back @desktop', async ({ page }) => {
  await page.goto('/chat')
  await ask(page, 'payload of the fixed arm')
  await expect(log(page).getByText('Payload: 6 kg')).toBeVisible()
  await ask(page, 'shipping cost')
  await expect(log(page).getByText('Shipping is free.')).toBeVisible()
  await page.reload()
  await expect(log(page).getByText('Payload: 6 kg')).toBeVisible()
  await log(page).getByRole('link', { name: 'What do tax and shipping cost?' }).click()
  await expect(page).toHaveURL(/\/faq#/)
  const question = page.getByRole('button', { name: 'What do tax and shipping cost?' })
  await expect(question).toHaveAttribute('aria-expanded', 'true')
  await page.goBack()
  await log(page).getByRole('link', { name: 'Six-Axis Fixed Arm' }).first().click()
  await expect(page).toHaveURL('/products/3')
  await page.goBack()
  await page.getByRole('button', { name: 'Clear conversation' }).click()
  await expect(log(page).getByRole('listitem')).toHaveCount(0)
})

test('what it does not find goes to a person, with the question filled in', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/chat?q=Can%20it%20make%20coffee%3F')
  await expect(field(page)).toHaveValue('Can it make coffee?')
  await field(page).press('Enter')
  await expect(log(page).getByText('No matching answer.')).toBeVisible()
  await log(page).getByRole('button', { name: 'Leave a message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave a message for a person' })
  await expect(dialog.getByLabel('Subject')).toHaveValue('Question from the chat')
  await expect(dialog.getByLabel('Message')).toHaveValue('Can it make coffee?')
  await axe(page)
  await shot(page, 'chat-handover')
  await dialog.getByLabel('Name').fill('Vera Visitor')
  await dialog.getByLabel('Email').fill('vera@example.com')
  const sent = shown(page, 'Message Sent!')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await sent
  await page.keyboard.press('Escape')
  await expect(log(page).getByRole('button', { name: 'Leave a message' })).toBeFocused()
})

test('keeps a question that could not be asked, and asks again in its place @desktop', async ({
  page,
  problems,
}) => {
  problems.allow(/Answers:|ERR_INTERNET_DISCONNECTED/)
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect(field(page)).toHaveAccessibleDescription('Question is required')
  await answer(page, 'Answers', 'offline')
  await ask(page, 'payload of the fixed arm')
  await expect(log(page).getByText("The shop can't be reached. Your question is saved.")).toBeVisible()
  await page.unrouteAll()
  await answer(page, 'Answers', refusal('Too many requests. Please try again in a minute.', 'RATE_LIMITED'))
  await ask(page, 'shipping')
  await expect(log(page).getByText('Too many requests.')).toBeVisible()
  await axe(page)

  await page.unrouteAll()
  await log(page).getByRole('button', { name: 'Ask again' }).first().click()
  await expect(log(page).getByText('Payload: 6 kg')).toBeVisible()
  await expect(log(page).getByText('You asked:')).toHaveCount(2)
})

test('while it searches, another question waits in its field @desktop', async ({ page }) => {
  let release = () => {}
  const held = new Promise<'pass'>((resolve) => {
    release = () => resolve('pass')
  })
  const asked = await answer(page, 'Answers', held)
  await page.goto('/chat')
  await ask(page, 'payload')
  await expect(log(page).getByText('Searching')).toBeAttached()
  await ask(page, 'reach')
  await expect(field(page)).toHaveValue('reach')
  release()
  await expect(log(page).getByRole('link').first()).toBeVisible()
  expect(asked).toEqual([{ question: 'payload' }])
  await field(page).press('Enter')
  await expect(log(page).getByText('You asked:')).toHaveCount(2)
})
