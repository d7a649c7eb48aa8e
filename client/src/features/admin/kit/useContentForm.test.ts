import { describe, expect, it } from 'vitest'
import { unlessChanged, valueAt, withValueAt } from './useContentForm'

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

  it('keeps what was typed while the rest was being saved', () => {
    const sent = { model: '', highlights: [] as string[], seoTitle: '' }
    const typed = withValueAt(sent, 'seoTitle', 'Arm')
    expect(unlessChanged(typed, sent, { ...sent, model: 'A' })).toEqual({
      ...sent,
      model: 'A',
      seoTitle: 'Arm',
    })
  })
})
