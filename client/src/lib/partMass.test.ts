import { beforeEach, expect, test } from 'vitest'
import { parseGrams, readPartMass, savePartMass } from './partMass'

beforeEach(() => localStorage.clear())

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['3', 3000],
  [' 2.5 ', 2500],
  ['2,5', 2500],
  ['0.0004', 0],
  ['1000', 1_000_000],
  ['1000.001', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['3 kg', undefined],
  ['.', undefined],
])('%j kg are %s g', (text, grams) => {
  expect(parseGrams(text)).toBe(grams)
})

test('remembers a mass, and nothing that is none', () => {
  expect(readPartMass()).toBe('')
  savePartMass(2500)
  expect(readPartMass()).toBe('2.5')
  savePartMass(null)
  expect(readPartMass()).toBe('')
  localStorage.setItem('partMass', '"heavy"')
  expect(readPartMass()).toBe('')
})
