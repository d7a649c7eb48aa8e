import { afterEach, expect, test, vi } from 'vitest'
import { blankDetails } from './detailsSchema'
import {
  endCheckout,
  newAttempt,
  readAttempt,
  readDetails,
  saveAttempt,
  saveDetails,
  withInput,
} from './orderAttempt'

const damrak = { address: 'Damrak 1', city: 'Amsterdam', postalCode: '1012 LG', country: 'NL' }
const rokin = { ...damrak, address: 'Rokin 2' }
const input = (shippingInfo: typeof damrak) => ({ shippingInfo, expectedTotal: '28598.90' })
const details = { ...blankDetails('NL'), ...damrak }
const day = 24 * 60 * 60 * 1000

afterEach(endCheckout)

test('what was typed and the attempt come back to their owner only, until the order is known', () => {
  const attempt = withInput(newAttempt(0), input(damrak))
  saveDetails('ada', details)
  saveAttempt('ada', attempt)
  expect([readDetails('ada'), readAttempt('ada', 1)]).toEqual([details, attempt])
  expect([readDetails('eve'), readAttempt('eve', 1)]).toEqual([null, null])
  endCheckout()
  expect([readDetails('ada'), readAttempt('ada', 1)]).toEqual([null, null])
})

test('a key counts for a day, as on the server', () => {
  saveAttempt('ada', newAttempt(1000))
  expect(readAttempt('ada', 1000 + day - 1)).not.toBeNull()
  expect(readAttempt('ada', 1000 + day)).toBeNull()
})

test('keys are long and differ', () => {
  const [one, other] = [newAttempt(0).key, newAttempt(0).key]
  expect(one).toMatch(/^[0-9a-f]{32}$/)
  expect(one).not.toBe(other)
})

test('an attempt keeps every input once, the latest last', () => {
  const first = withInput(newAttempt(0), input(damrak))
  const again = withInput(withInput(first, input(rokin)), input(damrak))
  expect(again.key).toBe(first.key)
  expect(again.sent).toEqual([input(rokin), input(damrak)])
  expect(again.waiting).toBe(true)
})

test('goes on without storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  saveDetails('ada', details)
  expect(readDetails('ada')).toEqual(details)
})

test.each([
  ['broken JSON', '{"owner":'],
  ['another shape', '["ada"]'],
  ['an address without a city', '{"owner":"ada","shipping":{"address":"Damrak 1"}}'],
  ['an attempt without a key', '{"owner":"ada","attempt":{"at":0,"sent":[],"waiting":true}}'],
])('%s counts as nothing', (_, stored) => {
  sessionStorage.setItem('checkout', stored)
  expect([readDetails('ada'), readAttempt('ada', 1)]).toEqual([null, null])
})
