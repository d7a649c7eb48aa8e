import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openApp, refusal } from '~/test/app'

const entry = (id: string) => ({ __typename: 'FaqEntry', id, question: `Question ${id}?` })
const arm = {
  __typename: 'Product',
  id: '3',
  name: 'Six-Axis Fixed Arm',
  model: 'ORR-A6-900',
  category: 'Industrial',
  price: { __typename: 'Money', amount: '22999.00', currency: 'USD' },
  stock: 0,
  maxQuantity: 0,
  isPreorder: false,
  comingSoon: false,
  image: null,
}
const found = (
  nodes: object[],
  totalCount: number,
  questions: string[],
  corrected: string | null = null,
) => ({
  data: {
    products: { __typename: 'ProductConnection', nodes, totalCount, corrected },
    faqEntries: questions.map(entry),
  },
})

async function openSearch(answer: Parameters<typeof openApp>[1][string]) {
  const user = userEvent.setup()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  openApp('/terms', { Suggestions: answer })
  // A dialog that is open when it is mounted is closed by React's strict mode here.
  await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull())
  await user.click(screen.getByRole('button', { name: 'Search' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Search' }))
  await user.click(dialog.getByRole('combobox', { name: 'Search' }))
  return { user, dialog }
}

test('says what products are searched for, what they cost and whether they are there', async () => {
  const { user, dialog } = await openSearch(found([arm], 12, ['a', 'b', 'c', 'd', 'e'], 'arm'))
  await user.keyboard('arn')
  const products = within(await dialog.findByRole('group', { name: 'Products' }))
  expect(products.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Six-Axis Fixed ArmORR-A6-900 / Industrial$22,999.00Out of stock',
    'All 12 products',
  ])
  expect(within(dialog.getByRole('group', { name: 'Questions' })).getAllByRole('option')).toHaveLength(4)
  dialog.getByText('12 products for “arm”, 4 questions')
})

test('says that it searches, then that it failed, and still offers pages', async () => {
  let fail = () => {}
  const answer = new Promise<ReturnType<typeof refusal>>((resolve) => {
    fail = () => resolve(refusal('no'))
  })
  const { user, dialog } = await openSearch(answer)
  await user.keyboard('contact')
  await dialog.findByText('Searching')
  fail()
  await dialog.findByText('Suggestions are unavailable. Press Enter to search.')
  dialog.getByRole('option', { name: 'Contact us' })
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(location.pathname + location.search).toBe('/products?q=contact'))
})

test.each([
  ['the catalogue', found([arm], 1, ['a']), '/products?q=pangolin'],
  ['the first question where no product matches', found([], 0, ['a', 'b']), '/faq#a'],
  ['the catalogue where nothing does', found([], 0, []), '/products?q=pangolin'],
])('Enter before the answer has come opens %s', async (_, answer, address) => {
  const { user } = await openSearch(answer)
  await user.keyboard('pangolin{Enter}')
  await vi.waitFor(() => expect(location.pathname + location.search + location.hash).toBe(address))
})

test('Enter does not wait for an answer that does not come', async () => {
  const { user } = await openSearch(new Promise(() => {}))
  await user.keyboard('pangolin{Enter}')
  await vi.waitFor(() => expect(location.search).toBe('?q=pangolin'), 3000)
})
