import { expect, test } from 'vitest'
import { inWords } from './statementFile'

test('says what became of the entries of a file', () => {
  const none = { booked: 0, proposed: 0, waiting: 0, known: 0, pending: 0, outgoing: 0, lines: [] }
  expect(inWords(none)).toBe('no entries')
  expect(inWords({ ...none, booked: 12, proposed: 3, outgoing: 1 })).toBe('12 booked, 3 proposed, 1 outgoing')
  expect(inWords({ ...none, known: 16 })).toBe('16 already imported')
})
