import { createAccount, signInAs } from './accounts'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { graphql, type Server } from './server'
import { expect, test } from './test'

const write =
  'mutation ($input: ProductReviewInput!) { productReview(input: $input) { userErrors { message } } }'

async function review(server: Server, productId: string, rating: number, comment: string) {
  const { token } = await createAccount(server, `Reviewer ${comment}`)
  await graphql(server, write, { input: { productId, rating, comment } }, token)
}

test('lets a visitor sign in first, and comes back', { tag: '@desktop' }, async ({ page, server }) => {
  const { email, password } = await createAccount(server)
  await page.goto('/products/1')
  await page.getByRole('link', { name: 'Sign in to write a review' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel(/email/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/products/1#reviews')
  await expect(page.getByRole('heading', { name: 'What customers say' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Write a review' })).toBeVisible()
})

test(
  'takes a review by keyboard, and edits it',
  { tag: '@desktop' },
  async ({ page, server }, { project }) => {
    const product = project.name === 'mobile' ? '9' : '4'
    await signInAs(page, (await createAccount(server)).token)
    await page.goto(`/products/${product}`)
    const reviews = page.locator('#reviews')
    await reviews.getByRole('button', { name: 'Write a review' }).press('Enter')
    const form = reviews.getByRole('form', { name: 'Write a review' })
    const stars = form.getByRole('radiogroup', { name: 'Your rating' })
    await form.getByRole('button', { name: 'Publish review' }).click()
    await expect(stars).toHaveAccessibleDescription('Please choose a rating')
    await expect(stars.getByRole('radio', { name: '1 star' })).toBeFocused()
    await shot(page, 'product-review-form')
    await axe(page)
    // Further down, a phone's buy bar covers part of whatever is at the bottom of the window.
    await page.evaluate(() => scrollTo(0, 0))
    await noOverflow(page)

    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(stars.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Quiet and exact.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Review published')).toBeVisible()
    const own = reviews.getByRole('article').filter({ hasText: 'Your review' })
    await expect(own.getByText('Quiet and exact.')).toBeVisible()
    await expect(own.getByText('Vera Visitor')).toBeVisible()
    await expect(reviews.getByText('2 reviews')).toBeVisible()
    await expect(reviews.getByText('Quiet and exact.')).toHaveCount(1)
    await axe(page)

    await own.getByRole('button', { name: 'Edit your review' }).click()
    const edit = reviews.getByRole('form', { name: 'Edit your review' })
    await expect(edit.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await edit.getByRole('button', { name: 'Cancel' }).click()
    await own.getByRole('button', { name: 'Edit your review' }).click()
    await edit.getByRole('radio', { name: '2 stars' }).check()
    await edit.getByLabel('Comment').fill('Louder since the move.')
    await edit.getByRole('button', { name: 'Save review' }).click()
    await expect(page.getByText('Review saved')).toBeVisible()
    await expect(own.getByText('2.0 / 5')).toBeVisible()
    await page.reload()
    await expect(own.getByText('Louder since the move.')).toBeVisible()
    await expect(reviews.getByText('2 reviews')).toBeVisible()
  },
)

test('says when the own review could not be loaded, shows what is refused, and keeps what was written', {
  tag: '@desktop',
}, async ({ page, server, problems }) => {
  problems.allow(/ProductReview|MyReview|ERR_INTERNET/)
  await signInAs(page, (await createAccount(server)).token)
  let broken = true
  await answer(page, 'MyReview', () =>
    broken ? { data: null, errors: [{ message: 'Out for repair' }] } : Promise.resolve('pass' as const),
  )
  await page.goto('/products/5')
  await expect(page.getByText("Couldn't load your review")).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Write a review' }).click()
  const form = page.getByRole('form', { name: 'Write a review' })
  await form.getByRole('radio', { name: '3 stars' }).check()
  await form.getByLabel('Comment').fill('x'.repeat(2001))
  await form.getByRole('button', { name: 'Publish review' }).click()
  await expect(form.getByLabel('Comment')).toHaveAccessibleDescription(
    /Comment must have at most 2000 characters/,
  )
  await form.getByLabel('Comment').fill('Fine.')

  const replies = [
    'offline' as const,
    {
      data: {
        productReview: {
          __typename: 'ProductReviewPayload',
          product: null,
          userErrors: [{ __typename: 'UserError', message: 'Comment is rude', field: ['comment'] }],
        },
      },
    },
  ]
  const sent = await answer(page, 'ProductReview', () => replies.shift() ?? Promise.resolve('pass' as const))
  await form.getByRole('button', { name: 'Publish review' }).click()
  await expect(form.getByRole('alert')).toContainText(
    "Can't reach the shop. Check your connection and try again.",
  )
  await form.getByRole('button', { name: 'Publish review' }).click()
  await expect(form.getByLabel('Comment')).toHaveAccessibleDescription(/Comment is rude/)
  await expect(form.getByLabel('Comment')).toBeFocused()
  await expect(form.getByLabel('Comment')).toHaveValue('Fine.')
  await form.getByRole('button', { name: 'Publish review' }).dblclick()
  await expect(page.getByText('Review published')).toBeVisible()
  expect(sent).toHaveLength(3)
})

test('lists ten reviews at a time', { tag: '@desktop' }, async ({ page, server, problems }) => {
  problems.allow(/MoreReviews|ERR_INTERNET/)
  for (let i = 1; i <= 12; i++) await review(server, '10', 1 + (i % 5), `number ${i}`)
  await page.goto('/products/10')
  const list = page.locator('#reviews').getByRole('article')
  await expect(list).toHaveCount(10)
  await expect(list.first()).toContainText('number 12')
  let offline = true
  await answer(page, 'MoreReviews', () => (offline ? 'offline' : Promise.resolve('pass' as const)))
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('Failed to load more reviews. Please try again.')).toBeVisible()
  offline = false
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(list).toHaveCount(13)
  await expect(list.nth(10)).toBeFocused()
  await expect(list.nth(10)).toContainText('number 2')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})
