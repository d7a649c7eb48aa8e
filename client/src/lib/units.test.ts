import { expect, test } from 'vitest'
import { withUnits } from './units'

test.each([
  ['6 kg at 900 mm', '6\u00a0kg at 900\u00a0mm'],
  ['230 V AC, 50/60 Hz', '230\u00a0V AC, 50/60\u00a0Hz'],
  ['up to 2 m/s² rail acceleration', 'up to 2\u00a0m/s² rail acceleration'],
  ['620 × 390 mm', '620 × 390\u00a0mm'],
  ['±0.03 mm', '±0.03\u00a0mm'],
  ['4 Modbus inputs, 7 axes', '4 Modbus inputs, 7 axes'],
  ['ISO 9409-1-50-4-M6', 'ISO 9409-1-50-4-M6'],
])('%s', (text, kept) => {
  expect(withUnits(text)).toBe(kept)
})
