import { beforeEach, expect, test } from 'vitest'
import { sessionKeys } from '~/lib/storage'
import { quotesOf, readTranscript, saveTranscript } from './transcript'

const quote = { title: 'Arm', text: 'Payload: 6 kg', to: '/products/3', source: 'ORR-A6-900' }

beforeEach(() => sessionStorage.clear())

test('quotes lead to what they are taken from', () => {
  const quotes = quotesOf({
    answers: [
      {
        title: 'Arm',
        text: 'Payload: 6 kg',
        source: { __typename: 'Product', id: '3', model: 'ORR-A6-900' },
      },
      { title: 'Dog', text: 'Soon', source: { __typename: 'Product', id: '11', model: null } },
      { title: 'Pay?', text: 'By transfer.', source: { __typename: 'FaqEntry', id: 'x-1' } },
    ],
  })
  expect(quotes.map(({ to, source }) => [to, source])).toEqual([
    ['/products/3', 'ORR-A6-900'],
    ['/products/11', 'Product page'],
    ['/faq#x-1', 'FAQ'],
  ])
})

test('what is over comes back, what is under way does not', () => {
  const over = [
    { question: 'Payload?', quotes: [quote] },
    { question: 'Coffee?', quotes: [] },
    { question: 'Reach?', failure: 'No connection' },
  ]
  saveTranscript([...over, { question: 'Mass?' }])
  expect(readTranscript()).toEqual(over)
  saveTranscript([])
  expect(readTranscript()).toEqual([])
})

test.each([
  ['no list', '{"question":"a","quotes":[]}'],
  ['no question', '[{"quotes":[]}]'],
  ['neither quotes nor failure', '[{"question":"a"}]'],
  [
    'a link to another site',
    `[{"question":"a","quotes":[${JSON.stringify({ ...quote, to: 'https://evil' })}]}]`,
  ],
])('%s is left out', (_, stored) => {
  sessionStorage.setItem(sessionKeys.chat, stored)
  expect(readTranscript()).toEqual([])
})
