import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setToken } from '~/lib/token'
import { offline, openApp, vera } from '~/test/app'
import type { MockResponse } from '~/test/mockGraph'
import { fills, mockResultsFrom, readSchema } from '~/test/mockResults'
import { ProductDocument, type ProductQuery } from './Product.gen'

const fill = { ...fills.full, ids: Number.POSITIVE_INFINITY } as (typeof fills)[string]
const { product } = mockResultsFrom(readSchema('../graph/schema'), fill)(ProductDocument) as ProductQuery

/** Opens a product in stock, with a mocked response. */
const open = (changed: object, answers: Parameters<typeof openApp>[1] = {}) =>
  openApp('/products/3', {
    Product: { data: { product: { ...product, ...stocked, ...changed } } },
    ...answers,
  })
const stocked = {
  id: '3',
  name: 'Six-Axis Fixed Arm',
  comingSoon: false,
  isPreorder: false,
  stock: 3,
  maxQuantity: 3,
}

test('what could not be added to the cart is told', async () => {
  const user = userEvent.setup()
  setToken('good')
  let given: MockResponse = offline
  open({}, { Me: vera, CartItemAdd: () => given })
  const press = async () =>
    user.click((await screen.findAllByRole('button', { name: 'Get Quote' }))[0] as Element)
  await press()
  await screen.findByText("Can't reach the shop. Check your connection and try again.")
  given = new Response('', { status: 500 })
  await press()
  await screen.findByText('Failed to add to cart')
  const userErrors = [{ __typename: 'UserError', message: 'Six-Axis Fixed Arm is out of stock' }]
  given = { data: { cartItemAdd: { __typename: 'CartPayload', cart: null, userErrors } } }
  await press()
  await screen.findByText('Six-Axis Fixed Arm is out of stock')
})

test('a product that nobody has reviewed says so', async () => {
  open({ rating: 0, numOfReviews: 0, reviews: { ...product?.reviews, nodes: [] } })
  await screen.findByText('No reviews yet. Be the first to write one.')
  const reviews = within(document.querySelector('#reviews') as HTMLElement)
  expect(reviews.queryAllByRole('article')).toEqual([])
  await screen.findByRole('link', { name: 'Sign in to write a review' })
})

test('one picture is left alone', async () => {
  const [image] = product?.images ?? []
  open({ images: [{ ...image, alt: 'The arm' }] })
  await screen.findByRole('img', { name: 'The arm' })
  expect(screen.queryAllByRole('button', { name: /^Enlarge|^Picture/ })).toEqual([])
})
