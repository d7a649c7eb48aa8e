import { expect, test } from 'vitest'
import { publishWords } from './publishWords'

const listed = (after: string) => ({ name: 'listed', after })
const price = { name: 'price', after: '"1.00"' }

test.each([
  ['hiding', false, [listed('false')], 'Hide Arm?', 'Hide', 'Hidden'],
  ['hiding with more', false, [listed('false'), price], 'Hide Arm?', 'Hide', 'Hidden'],
  ['showing', true, [listed('true')], 'Show Arm in the catalogue?', 'Show', 'Published'],
  ['a change', true, [price], 'Publish Arm?', undefined, 'Published'],
])('the question names %s', (_, isListed, changes, title, action, done) => {
  const words = publishWords({ product: { name: 'Arm', listed: isListed }, changes })
  expect(words).toMatchObject({ title, done, ...(action && { action }) })
})

test('says what else happens', () => {
  const { lead } = publishWords({
    product: { name: '', listed: false },
    changes: [listed('false'), price],
  })
  expect(lead).toBe('It leaves the catalogue and the search. The other changes are published, too.')
  expect(publishWords({ product: { name: 'Arm', listed: false }, changes: [price] }).lead).toBe(
    'It stays out of the catalogue.',
  )
})
