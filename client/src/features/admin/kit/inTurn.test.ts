import { expect, test } from 'vitest'
import { inTurn } from './inTurn'

const many = Array.from({ length: 10 }, (_, number) => number)

test('does each once, a few at a time', async () => {
  const begun: number[] = []
  let running = 0
  let most = 0
  await inTurn(
    many,
    async (one) => {
      begun.push(one)
      most = Math.max(most, ++running)
      await new Promise((done) => setTimeout(done, one % 3))
      running--
    },
    { atOnce: 4, stopped: () => false },
  )
  expect(begun).toEqual(many)
  expect(most).toBe(4)
})

test('begins nothing after it was stopped', async () => {
  const done: number[] = []
  await inTurn(many, async (one) => void done.push(one), { atOnce: 2, stopped: () => done.length >= 3 })
  expect(done).toEqual([0, 1, 2])
})
