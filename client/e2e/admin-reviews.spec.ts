import { randomUUID } from 'node:crypto'
import { createAccount } from './accounts'
import { openAdmin, rowOf } from './admin'
import { axe, noOverflow, shot } from './checks'
import { graphql, type Server } from './server'
import { expect, test } from './test'

/** Writes a review in the name of a new customer, who is found by it. */
async function review(server: Server, productId: string, rating: number) {
  const name = `Ada ${randomUUID().slice(0, 8)}`
  const { token } = await createAccount(server, name)
  await graphql(
    server,
    'mutation ($input: ProductReviewInput!) { productReview(input: $input) { userErrors { message } } }',
    { input: { productId, rating, comment: 'Arrived early, and lifts what it says. '.repeat(4).trim() } },
    token,
  )
  return name
}

const countOf = async (server: Server, id: string) => {
  const { product } = await graphql<{ product: { numOfReviews: number } }>(
    server,
    'query ($id: ID!) { product(id: $id) { numOfReviews } }',
    { id },
  )
  return product.numOfReviews
}

test('reviews are found, hidden and shown again', { tag: '@desktop' }, async ({ page, server }) => {
  const product = '8'
  const name = await review(server, product, 1)
  const before = await countOf(server, product)
  const { main } = await openAdmin(page, server, '/admin/reviews')
  const row = rowOf(page, name)
  await expect(row).toContainText('Rated 1.0 / 5')
  await expect(row.getByRole('link').first()).toHaveAttribute('href', `/admin/products/${product}`)
  await shot(page, 'admin-reviews')
  await axe(page)
  await noOverflow(page)

  await row.getByRole('link', { name: 'Only this product' }).click()
  await expect(page).toHaveURL(`/admin/reviews?product=${product}`)
  await main.getByLabel('Rating').selectOption('1 star')
  await main.getByLabel('State').selectOption('Shown')
  await main.getByLabel('Sort by').selectOption('Oldest')
  await main.getByLabel('Author or text').fill(name.toUpperCase())
  await expect(page).toHaveURL(
    `/admin/reviews?q=${name.toUpperCase().replace(' ', '+')}&product=${product}&rating=1&state=shown&sort=oldest`,
  )
  await expect(main.getByRole('row').filter({ hasText: 'Rated' })).toHaveCount(1)
  await expect(main.getByRole('status').filter({ hasText: '1 review' })).toBeVisible()

  await row.getByRole('button', { name: `Hide the review by ${name}` }).press('Enter')
  await expect(row.getByText('Hidden', { exact: true })).toBeVisible()
  await expect(page.getByText(new RegExp(`^The review by ${name} is hidden\\. .+ now\\.$`))).toBeVisible()
  expect(await countOf(server, product)).toBe(before - 1)
  await expect(row.getByRole('button', { name: `Show the review by ${name}` })).toBeFocused()
  await shot(page, 'admin-reviews-hidden')
  await page.reload()
  await expect(main.getByRole('heading', { name: 'No match' })).toBeVisible()
  await main.getByLabel('State').selectOption('Hidden')
  await row.getByRole('button', { name: `Show the review by ${name}` }).click()
  await expect(row.getByText('Shown', { exact: true })).toBeVisible()
  await expect(page.getByText(`The review by ${name} is shown again.`)).toBeVisible()
  expect(await countOf(server, product)).toBe(before)

  await row.getByRole('link', { name: /^(?!Only)/ }).click()
  await expect(page).toHaveURL(`/admin/products/${product}`)
  await page.goBack()
  await expect(main.getByLabel('State')).toHaveValue('hidden')
})
