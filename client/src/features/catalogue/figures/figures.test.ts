import { expect, test } from 'vitest'
import { readView, viewPath } from '~/features/catalogue/view'
import {
  columnsOf,
  conditionsOf,
  figuresQuery,
  layoutOf,
  rangeError,
  readCondition,
  replaceParameter,
  tableSortOf,
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
  expect(layoutOf(view.more)).toBe('table')
  expect(tableSortOf(view.more)).toEqual({ by: 'payload', descending: true })
  expect(columnsOf(view.more)).toEqual(['payload', 'reach'])
})

test('what makes no sense is ignored', () => {
  const { more } = read('view=map&by=--x&figure=x&other=1')
  expect(layoutOf(more)).toBe('sheets')
  expect(tableSortOf(more)).toEqual({ by: '', descending: false })
  expect(conditionsOf(more)).toEqual([])
  expect(columnsOf(more)).toBeNull()
})

test('a condition replaces the one on the same attribute, and goes', () => {
  let { more } = read('figure=payload:5kg..&view=grid')
  more = withCondition(more, 'payload', { attribute: 'payload', max: '9 kg' })
  more = withCondition(more, 'available', { attribute: 'available', values: ['true'] })
  expect(conditionsOf(more).map(writeCondition)).toEqual(['payload:..9 kg', 'available:true'])
  expect(conditionsOf(withCondition(more, 'payload', null)).map(writeCondition)).toEqual(['available:true'])
  expect(replaceParameter(more, 'figure', [])).toEqual([['view', 'grid']])
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

test.each([
  ['min', { min: '6 kg', max: '' }, undefined],
  ['max', { min: '6 kg', max: '6 kg' }, undefined],
  ['max', { min: '50 kg', max: '5 kg' }, 'Up to must be at least 50 kg'],
  ['min', { min: '1,500 mm', max: '900 mm' }, 'From must be at most 900 mm'],
  ['max', { min: '2,5 kg', max: '2.4 KG' }, 'Up to must be at least 2,5 kg'],
  // The server knows the units.
  ['max', { min: '900 mm', max: '1 m' }, undefined],
  ['min', { min: '-5 kg', max: '' }, 'From must be at least 0'],
  ['max', { min: '', max: 'light' }, 'Enter a number such as 6 kg'],
] as const)('the %s of %j', (end, ends, problem) => expect(rangeError(end, ends, 'kg', false)).toBe(problem))

test('a figure below zero is in order where there are some', () =>
  expect(rangeError('min', { min: '-5 °C', max: '' }, '°C', true)).toBeUndefined())
