import { expect, test } from 'vitest'
import { planChoices } from './subject'

const plan = (title: string, price: string, period: string) => ({ title, price, period })
const rental = plan('Rental', '€2,999', 'per month')
const purchase = plan('Purchase', '€25,999', 'one-time')
const service = plan('Service contract', '€1,999', 'per month')

test.each([
  ['all plans', { rental, purchase, service }, ['PURCHASE', 'SERVICE', 'RENTAL']],
  ['no purchase plan', { rental, purchase: null, service: null }, ['', 'RENTAL']],
  ['no plan', {}, ['']],
])('with %s', (_, pricing, values) => {
  expect(planChoices(pricing).map(({ value }) => value)).toEqual(values)
})

test('monthly prices are named, the price of a purchase is not', () => {
  expect(planChoices({ rental, purchase, service }).map(({ text }) => text)).toEqual([
    'Purchase',
    'Purchase and Service contract: €1,999 per month',
    'Rental: €2,999 per month',
  ])
})
