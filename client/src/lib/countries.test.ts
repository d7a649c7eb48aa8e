import { expect, test } from 'vitest'
import { countries, countryName } from './countries'

test('has every country once, the likely one first and the others by name', () => {
  const list = countries('NL')
  expect(list[0]).toEqual({ code: 'NL', name: 'Netherlands' })
  expect(new Set(list.map(({ code }) => code)).size).toBe(250)
  const names = list.slice(1).map(({ name }) => name)
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
})

test('a code that is no country is shown as it is', () => {
  expect([countryName('DE'), countryName('??'), countryName('')]).toEqual(['Germany', '??', ''])
})
