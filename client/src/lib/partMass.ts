import { readStored, storageKeys, writeStored } from './storage'

/** The graph takes no heavier part. */
const maxGrams = 1_000_000

/** What a mass in kilograms is in grams, such as 2.5 or 2,5: null when it is blank, undefined when it is no mass that can be checked. */
export function parseGrams(kilograms: string): number | null | undefined {
  const text = kilograms.trim().replace(',', '.')
  if (text === '') return null
  const grams = /^\d{1,4}(\.\d*)?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN
  return grams <= maxGrams ? grams : undefined
}

export const partMassRule = 'Part mass must be between 0 and 1000 kg, such as 2.5'

/** The mass of the part that this browser was last told, in kilograms; blank when it never was. */
export function readPartMass(): string {
  const grams = readStored(storageKeys.partMass)
  return typeof grams === 'number' && grams >= 0 && grams <= maxGrams ? String(grams / 1000) : ''
}

export function savePartMass(grams: number | null): void {
  writeStored(storageKeys.partMass, grams)
}
