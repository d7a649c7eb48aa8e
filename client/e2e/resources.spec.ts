import { axe, noOverflow, shot } from './checks'
import { answer, refusal } from './graph'
import { expect, test } from './test'

const questions = [
  'Where do I find manuals and drawings?',
  'What do I need to program the robots?',
  'What should a support request contain?',
  'Is there a user forum or a download area?',
]

test('shows six resources, four questions and the community', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/resources')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible()
  await expect(page).toHaveTitle('Support and resources | Orrery Robotics')
  for (const [name, href] of [
    ['Documentation', '/contact'],
    ['Video Tutorials', '/contact'],
    ['Technical Support', '/contact'],
    ['FAQ', '/faq'],
  ] as const)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  for (const [name, when] of [
    ['Community Forum', 'Coming Q2 2025'],
    ['Downloads', 'Coming Q4 2025'],
  ] as const) {
    const card = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await expect(card.getByText(when, { exact: true })).toBeVisible()
    await expect(card.getByRole('link')).toHaveCount(0)
  }

  const titles = main.getByRole('button', { name: /\?$/ })
  await expect(titles).toHaveText(questions)
  await titles.nth(0).click()
  await expect(main.getByText(/CAD files and the data sheet are on the/)).toBeVisible()
  await titles.nth(1).press('Enter')
  await expect(main.getByText(/Ubuntu 20\.04, ROS Noetic/)).toBeVisible()
  await expect(main.getByText(/CAD files and the data sheet are on the/)).toBeHidden()
  for (const name of ['GitHub', 'LinkedIn', 'X', 'YouTube'])
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', /^https:/)
  await axe(page)
  await noOverflow(page)
  await shot(page, 'resources')

  await test.step('a part of a card that is no text leads on too', async () => {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'FAQ' }) })
    await card.click({ position: { x: 20, y: 200 } })
    await expect(page).toHaveURL('/faq')
  })
})

test('questions that fail or take their time leave the rest of the page alone @desktop', async ({
  page,
  problems,
}) => {
  problems.allow(/Resources:/)
  await answer(page, 'Resources', refusal('Boom'))
  await page.goto('/resources')
  const main = page.getByRole('main')
  await expect(main.getByText("Couldn't load questions.")).toBeVisible()
  await expect(main.getByRole('link', { name: 'Documentation' })).toBeVisible()
  await axe(page)
  await page.unrouteAll()
  let release = (_: 'pass') => {}
  await answer(page, 'Resources', new Promise<'pass'>((resolve) => (release = resolve)))
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText("Couldn't load questions.")).toHaveCount(0)
  await expect(main.getByText('Loading the questions')).toBeAttached()
  release('pass')
  await expect(main.getByRole('button', { name: questions[0] })).toBeVisible()
})
