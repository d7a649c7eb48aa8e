import { describe, expect, it } from 'vitest'
import { moved, valueAt, withValueAt } from './useContentForm'

const values = {
  model: 'A',
  specs: [
    { title: 'Size', items: [] },
    { title: 'Drive', items: [] },
  ],
}

describe('values by path', () => {
  it('reads what stands at a path, and nothing where there is none', () => {
    expect(valueAt(values, 'specs.1.title')).toBe('Drive')
    expect(valueAt(values, 'specs.4.title')).toBeUndefined()
  })

  it('changes one value and keeps the rest', () => {
    const next = withValueAt(values, 'specs.1.title', 'Motor')
    expect(next.specs[1]).toEqual({ title: 'Motor', items: [] })
    expect(next.specs[0]).toBe(values.specs[0])
    expect(values.specs[1]?.title).toBe('Drive')
  })

  it('moves an entry, but not beyond the ends', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  })
})
