import { expect, test } from 'vitest'
import { Parameters } from './parameters'

test('writes a query as a browser does', () => {
  const text = "~!'()*-._ ä&=+,/?#%"
  expect(new Parameters({ q: text }).toString()).toBe(new URLSearchParams({ q: text }).toString())
})

test.each(['', '?category=retail&q=a+b%26c', 'x=1&x=2&y='])('reads %j as a browser does', (query) => {
  const [ours, theirs] = [new Parameters(query), new URLSearchParams(query)]
  for (const name of ['category', 'q', 'x', 'y', 'z']) {
    expect(ours.get(name)).toBe(theirs.get(name))
    expect(ours.getAll(name)).toEqual(theirs.getAll(name))
  }
  ours.set('x', 'ä b')
  theirs.set('x', 'ä b')
  expect([...new URLSearchParams(ours.toString())].sort()).toEqual([...theirs].sort())
})
