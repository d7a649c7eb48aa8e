import { beforeEach, expect, test } from 'vitest'
import { clearPreOrderProduct, keepPreOrderProduct, readPreOrderProduct } from './chosenProduct'
import { savePreOrderProduct } from './preOrderProduct'

const arm = {
  id: '3',
  name: 'Arm Only',
  productName: 'Orrery Fixed Arm',
  image: '/images/industrial-robot.jpg',
  category: 'Arm Only',
}

beforeEach(() => localStorage.clear())

test('what was chosen is read back until it is cleared', () => {
  expect(readPreOrderProduct()).toBeNull()
  savePreOrderProduct(arm)
  expect(JSON.parse(localStorage.getItem('preOrderProduct') ?? '')).toEqual(arm)
  expect(readPreOrderProduct()).toEqual(arm)
  clearPreOrderProduct(arm)
  expect(localStorage.getItem('preOrderProduct')).toBeNull()
})

test('an entry of the history keeps its product while another tab chooses and clears its own', () => {
  const base = { ...arm, name: 'Mobile SLAM Base', productName: 'Mobile SLAM Base' }
  savePreOrderProduct(arm)
  keepPreOrderProduct(arm)
  savePreOrderProduct(base)
  expect(readPreOrderProduct()).toEqual(arm)
  clearPreOrderProduct(arm)
  expect(readPreOrderProduct()).toEqual(base)
})

test('a product without an id is a choice as well', () => {
  const { id: _, ...named } = arm
  savePreOrderProduct(named)
  expect(readPreOrderProduct()).toEqual(named)
})

test('a plan travels along', () => {
  const rented = { ...arm, plan: 'Rental plan: €2,999 per month' }
  savePreOrderProduct(rented)
  expect(readPreOrderProduct()).toEqual(rented)
})

test.each([
  ['broken JSON', '{'],
  ['a bare text', '"Arm Only"'],
  ['a missing field', JSON.stringify({ ...arm, category: undefined })],
  ['a field of another type', JSON.stringify({ ...arm, image: 7 })],
  ['a plan that is no text', JSON.stringify({ ...arm, plan: 2999 })],
  ['an id that is no text', JSON.stringify({ ...arm, id: 3 })],
])('%s is no choice', (_, stored) => {
  localStorage.setItem('preOrderProduct', stored)
  expect(readPreOrderProduct()).toBeNull()
})
