import { describe, expect, it } from 'vitest'
import { rowsOf } from './rowsOf'

const item = ['label', 'value']

describe('rowsOf', () => {
  it.each([
    [
      'cells of a spreadsheet',
      'Mass\t30 kg\r\nReach\t900 mm\r\n',
      [
        ['Mass', '30 kg'],
        ['Reach', '900 mm'],
      ],
    ],
    ['one row of cells', 'Mass\t30 kg', [['Mass', '30 kg']]],
    [
      'lines with colons',
      'Mass: 30 kg\n\nRatio: 1:50',
      [
        ['Mass', '30 kg'],
        ['Ratio', '1:50'],
      ],
    ],
    [
      'a line without a value',
      'Mass\nReach: 1 m',
      [
        ['Mass', ''],
        ['Reach', '1 m'],
      ],
    ],
    [
      'more cells than columns',
      'Mass\t30\tkg\nReach\t1\tm',
      [
        ['Mass', '30 kg'],
        ['Reach', '1 m'],
      ],
    ],
    ['one cell', 'Mass: 30 kg', []],
  ])('%s', (_, text, rows) => {
    expect(rowsOf(text, item)).toEqual(rows.map(([label, value]) => ({ label, value })))
  })

  it('makes one row of each line', () => {
    expect(rowsOf('Fast\nSafe: always', ['text'])).toEqual([{ text: 'Fast' }, { text: 'Safe: always' }])
  })
})
