import { expect, test } from 'vitest'
import { groupText, specText } from './specText'

const mechanics = { title: 'Mechanics', items: [{ label: 'Payload', value: '6 kg' }] }
const broken = { title: 'Notes', items: [{ label: 'Supply\t', value: '24 V\nDC,\t2 A ' }] }

test('a group is its title and tab-separated lines', () => {
  expect(groupText(mechanics)).toBe('Mechanics\nPayload\t6 kg')
})

test('tabs and line breaks stay inside of no cell', () => {
  expect(groupText(broken)).toBe('Notes\nSupply\t24 V DC, 2 A')
})

test('groups stand under the name, a blank line between', () => {
  expect(specText('Arm', [mechanics, broken])).toBe(
    'Arm\n\nMechanics\nPayload\t6 kg\n\nNotes\nSupply\t24 V DC, 2 A',
  )
})
