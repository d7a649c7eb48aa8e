import { expect, test } from 'vitest'
import { type Edited, settingsInput, settingsValues } from './settingsForm'

const site = {
  ...{
    office: {},
    bank: {},
    holidays: [],
    social: [],
    filters: [],
    footerCategories: [],
    announcement: null,
  },
  ...{ version: 1, opens: 9, closes: 17, lowStock: 3, nextOrderNumber: 100_000, nextQuoteNumber: 10_000 },
} as unknown as Edited

test.each([
  ['100000', null],
  ['500000', 500_000],
  ['500,000', -1],
  ['1.5', -1],
  ['', -1],
])('the next number %s is sent as %s, which the server checks', (typed, sent) => {
  const values = { ...settingsValues(site), nextOrderNumber: typed }
  expect(settingsInput(values, site, {}).nextOrderNumber).toBe(sent)
})
