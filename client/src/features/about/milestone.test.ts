import { expect, test } from 'vitest'
import { splitTitle, totalSpan } from './milestone'

test.each([
  ['2025 Q1: Workshop in Amsterdam', '2025 Q1', 'Workshop in Amsterdam'],
  ['2025 Q3: One: two', '2025 Q3', 'One: two'],
  [' 2026Q4 :  Tight', '2026 Q4', 'Tight'],
  ['Ten products', null, 'Ten products'],
  ['2025 Q5: No such quarter', null, '2025 Q5: No such quarter'],
  ['2025 Q1:', null, '2025 Q1:'],
  ['In 2025 Q1: later', null, 'In 2025 Q1: later'],
])('%j is measured %j', (text, measure, title) => {
  expect(splitTitle(text)).toEqual({ measure, title })
})

test.each([
  [['2025 Q1: a', '2025 Q2: b', '2026 Q1: c'], '2025 Q1 to 2026 Q1'],
  [['2025 Q1: a', 'b', '2026 Q1: c'], '2025 Q1 to 2026 Q1'],
  [['2025 Q1: a', 'b'], null],
  [['2025 Q1: a', '2025 Q1: b'], null],
  [['2025 Q1: a'], null],
  [[], null],
])('the chain %j measures %j', (texts, span) => {
  expect(totalSpan(texts.map(splitTitle))).toBe(span)
})
