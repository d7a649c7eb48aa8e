import { readStored, storageKeys, writeStored } from './storage'

/** The heaviest part that the API accepts. */
const maxGrams = 1_000_000

/** Converts kilograms, such as 2.5 or 2,5, to grams: null if blank, undefined if invalid or too heavy. */
export function parseGrams(kilograms: string): number | null | undefined {
  const text = kilograms.trim().replace(',', '.')
  if (text === '') return null
  const grams = /^\d{1,4}(\.\d*)?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN
  return grams <= maxGrams ? grams : undefined
}

export const partMassRule = 'Part mass must be between 0 and 1000 kg, such as 2.5'

/** The mass last entered in this browser, in kilograms; blank if there is none. */
export function readPartMass(): string {
  const grams = readStored(storageKeys.partMass)
  return typeof grams === 'number' && grams >= 0 && grams <= maxGrams ? String(grams / 1000) : ''
}

export function savePartMass(grams: number | null): void {
  writeStored(storageKeys.partMass, grams)
}
