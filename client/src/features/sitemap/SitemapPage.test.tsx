import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, refusal } from '~/test/app'

test('products that failed can be asked for again, and the pages stand either way', async () => {
  const user = userEvent.setup()
  let broken = true
  const arm = {
    __typename: 'Product',
    id: '3',
    name: 'Six-Axis Fixed Arm',
    model: 'ORR-A6-900',
    category: 'Arms',
  }
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null }
  const products = { __typename: 'ProductConnection', nodes: [arm], pageInfo }
  openApp('/sitemap', { Sitemap: () => (broken ? refusal('no') : { data: { products } }) })
  const main = within(screen.getByRole('main'))
  await main.findByText("Couldn't load products.")
  expect(main.getAllByRole('link', { name: 'Technologies' })).not.toEqual([])
  broken = false
  await user.click(main.getByRole('button', { name: 'Try again' }))
  await main.findByRole('link', { name: /^Six-Axis Fixed Arm/ })
})
