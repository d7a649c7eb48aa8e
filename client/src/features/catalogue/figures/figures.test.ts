import { expect, test } from 'vitest'
import { readView, viewPath } from '~/features/catalogue/view'
import {
  columnsOf,
  conditionsOf,
  figuresQuery,
  formOf,
  orderOf,
  readCondition,
  replaced,
  tabSeparated,
  withCondition,
  withUnit,
  writeCondition,
} from './figures'

const read = (query: string) => readView(new URLSearchParams(query))

test.each([
  ['payload:5kg..10kg', { attribute: 'payload', min: '5kg', max: '10kg' }],
  ['reach:..0.9 m', { attribute: 'reach', max: '0.9 m' }],
  ['mass:6 kg..', { attribute: 'mass', min: '6 kg' }],
  ['available:true', { attribute: 'available', values: ['true'] }],
  ['protection:IP54,IP67', { attribute: 'protection', values: ['IP54', 'IP67'] }],
])('%s is a condition', (text, condition) => {
  expect(readCondition(text)).toEqual(condition)
  expect(writeCondition(condition)).toBe(text)
})

test.each(['payload', 'payload:', ':5', 'payload:..', '', '5:6'])('%j is none', (text) =>
  expect(readCondition(text)).toBeNull(),
)

test('a view with figures survives its address and is asked for', () => {
  const view = read(
    'q=arm&figure=payload:5%20kg..&figure=fits:3&view=table&by=-payload&columns=payload,reach',
  )
  expect(read(viewPath(view))).toEqual(view)
  expect(figuresQuery(view).filter).toEqual({
    category: '',
    search: 'arm',
    figures: [{ attribute: 'payload', min: '5 kg' }],
    fits: '3',
  })
  expect(formOf(view.more)).toBe('table')
  expect(orderOf(view.more)).toEqual({ by: 'payload', descending: true })
  expect(columnsOf(view.more)).toEqual(['payload', 'reach'])
})

test('what makes no sense is ignored', () => {
  const { more } = read('view=map&by=--x&figure=x&other=1')
  expect(formOf(more)).toBe('sheets')
  expect(orderOf(more)).toEqual({ by: '', descending: false })
  expect(conditionsOf(more)).toEqual([])
  expect(columnsOf(more)).toBeNull()
})

test('a condition replaces the one on the same attribute, and goes', () => {
  let { more } = read('figure=payload:5kg..&view=grid')
  more = withCondition(more, 'payload', { attribute: 'payload', max: '9 kg' })
  more = withCondition(more, 'available', { attribute: 'available', values: ['true'] })
  expect(conditionsOf(more).map(writeCondition)).toEqual(['payload:..9 kg', 'available:true'])
  expect(conditionsOf(withCondition(more, 'payload', null)).map(writeCondition)).toEqual(['available:true'])
  expect(replaced(more, 'figure', [])).toEqual([['view', 'grid']])
})

test('a number without a unit gets the one that is shown', () => {
  expect(withUnit(' 6 ', 'kg')).toBe('6 kg')
  expect(withUnit('0,9m', 'mm')).toBe('0,9m')
  expect(withUnit('heavy', 'kg')).toBe('heavy')
  expect(withUnit('500', '')).toBe('500')
})

test('cells lose what would part them', () => {
  expect(
    tabSeparated([
      ['a\tb', 'c'],
      ['d\ne', ''],
    ]),
  ).toBe('a b\tc\nd e\t')
})
