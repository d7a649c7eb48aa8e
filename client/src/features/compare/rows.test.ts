import { expect, test } from 'vitest'
import type { Compared_ProductFragment } from './Compared.gen'
import { compare, delta, differences } from './rows'

const item = (label: string, value: string) => ({ label, value })

function product(change: Partial<Compared_ProductFragment>): Compared_ProductFragment {
  return {
    id: '1',
    name: 'Arm',
    model: null,
    category: 'Industrial',
    price: null,
    stock: 0,
    maxQuantity: 0,
    isPreorder: false,
    comingSoon: false,
    expectedDelivery: null,
    image: null,
    plate: [],
    attributes: [],
    specs: [],
    pricing: { rental: null, purchase: null, service: null },
    rating: 0,
    numOfReviews: 0,
    ...change,
  }
}

test('values with the same label stand in one row, in the order they are met', () => {
  const [plate] = compare([
    product({ plate: [item('Payload', '6 kg'), item('Reach', '900 mm'), item('Mass', '24 kg')] }),
    product({ plate: [item('payload ', '6 kg'), item('Stroke', '80 mm'), item('Mass', '0.9 kg')] }),
  ])
  expect(plate).toEqual({
    title: 'Data plate',
    rows: [
      { label: 'Category', values: ['Industrial', 'Industrial'], differs: false, lone: false },
      { label: 'Payload', values: ['6 kg', '6 kg'], differs: false, lone: false },
      { label: 'Reach', values: ['900 mm', null], differs: false, lone: true },
      { label: 'Mass', values: ['24 kg', '0.9 kg'], differs: true, lone: false },
      { label: 'Stroke', values: [null, '80 mm'], differs: false, lone: true },
    ],
  })
})

test('attributes stand once, with the difference to the first product where both state them', () => {
  const stated = (label: string, text: string, comparable = true) => ({
    attribute: { label, comparable },
    text,
  })
  const [plate] = compare([
    product({
      attributes: [stated('Payload', '6 kg'), stated('Reach', '900 mm'), stated('Price', '$1', false)],
    }),
    product({
      attributes: [stated('Payload', '10 kg')],
      plate: [item('payload', '10 kg'), item('Mass', '30 kg')],
    }),
    product({ attributes: [stated('Payload', '5.5 kg')] }),
  ])
  expect(plate?.rows.map(({ label, deltas }) => [label, deltas])).toEqual([
    ['Category', undefined],
    ['Payload', [null, '+4 kg', '−0.5 kg']],
    ['Reach', undefined],
    ['Mass', undefined],
  ])
  expect(delta('6 h', '45 min')).toBeNull()
  expect(delta(null, '6 kg')).toBeNull()
})

test('groups come together by their title, whichever product has them', () => {
  const groups = compare([
    product({ specs: [{ title: 'Mechanics', items: [item('Flange', 'ISO')] }] }),
    product({
      specs: [
        { title: 'Electrical', items: [item('Supply', '48 V')] },
        { title: 'mechanics', items: [item('Flange', 'ISO')] },
      ],
    }),
  ])
  expect(groups.map(({ title }) => title)).toEqual(['Data plate', 'mechanics', 'Electrical'])
  expect(groups[1]?.rows).toEqual([{ label: 'Flange', values: ['ISO', 'ISO'], differs: false, lone: false }])
})

test('plans and ratings close the table, when there are any', () => {
  const plan = { price: '€1,999', period: 'per month' }
  const groups = compare([
    product({ pricing: { rental: plan, purchase: null, service: null }, rating: 4, numOfReviews: 1 }),
    product({}),
  ])
  expect(groups.map(({ title }) => title)).toEqual(['Data plate', 'Plans', 'Rating'])
  expect(groups[1]?.rows).toEqual([
    { label: 'Rental', values: ['€1,999 per month', null], differs: false, lone: true },
  ])
  expect(groups[2]?.rows.map(({ values }) => values)).toEqual([
    ['4.0 / 5', null],
    ['1', null],
  ])
})

test('only differences leaves out rows and groups in which all agree', () => {
  const same = { title: 'Electrical', items: [item('Supply', '48 V')] }
  const groups = compare([
    product({ plate: [item('Mass', '1 kg')], specs: [same] }),
    product({ plate: [item('Mass', '2 kg')], specs: [same] }),
  ])
  expect(differences(groups)).toEqual([
    { title: 'Data plate', rows: [{ label: 'Mass', values: ['1 kg', '2 kg'], differs: true, lone: false }] },
  ])
  expect(differences(compare([product({})]))).toEqual([])
})
