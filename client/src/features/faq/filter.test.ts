import { expect, test } from 'vitest'
import { filterEntries } from './filter'

const pay = { question: 'How do I pay?', answer: 'By bank transfer on invoice.' }
const office = { question: 'When is the office open?', answer: 'Monday to Friday.' }

test.each([
  ['', [pay, office]],
  ['  ', [pay, office]],
  ['BANK', [pay]],
  ['invoice pay', [pay]],
  ['pay Monday', []],
  ['fri', [office]],
])('%j', (text, want) => {
  expect(filterEntries([pay, office], text)).toEqual(want)
})
