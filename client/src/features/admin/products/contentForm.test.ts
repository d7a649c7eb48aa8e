import { describe, expect, it } from 'vitest'
import { type ContentValues, contentInput, contentValues, fieldOf } from './contentForm'

const product = {
  __typename: 'Product' as const,
  id: '1',
  name: 'Arm',
  shortDesc: '',
  model: 'FS-60',
  highlights: ['Fast'],
  plate: [{ __typename: 'SpecItem' as const, label: 'Mass', value: '30 kg' }],
  specs: [{ __typename: 'SpecGroup' as const, title: 'Size', items: [{ label: 'Height', value: '1 m' }] }],
  modules: ['Base'],
  features: [{ title: 'Safe', icon: 'shield', description: 'It stops.' }],
  pricing: {
    rental: null,
    purchase: { title: 'Buy', price: '€9', period: '', features: ['Arm', 'Stand'], popular: true },
    service: null,
  },
  technical: [{ title: 'Software', items: ['ROS 2'] }],
  seoTitle: '',
  seoDescription: '',
  seoKeywords: ['arm', 'robot'],
}

describe('the form of a product’s content', () => {
  it('sends back what it was given, without what the cache adds', () => {
    const values = contentValues(product)
    const { model, content } = contentInput(values, Object.keys(values) as (keyof ContentValues)[])
    expect(model).toBe('FS-60')
    expect(content).toEqual({
      highlights: ['Fast'],
      plate: [{ label: 'Mass', value: '30 kg' }],
      specs: [{ title: 'Size', items: [{ label: 'Height', value: '1 m' }] }],
      modules: ['Base'],
      features: product.features,
      pricing: product.pricing,
      technical: product.technical,
      seoTitle: '',
      seoDescription: '',
      seoKeywords: ['arm', 'robot'],
    })
  })

  it('sends only what was changed', () => {
    const values = { ...contentValues(product), highlights: [] }
    expect(contentInput(values, ['highlights'])).toEqual({ content: { highlights: [] } })
  })

  it.each([
    [['model'], 'model'],
    [['content', 'plate'], 'plate'],
    [['content', 'highlights', '2'], 'highlights.2.text'],
    [['content', 'technical', '0', 'items', '1'], 'technical.0.items.1.text'],
    [['content', 'specs', '1', 'items', '0', 'value'], 'specs.1.items.0.value'],
    [['content', 'pricing', 'rental', 'features', '3'], 'pricing.rental.features'],
    [['content', 'pricing', 'rental', 'price'], 'pricing.rental.price'],
    [['content', 'seoKeywords', '4'], 'seoKeywords'],
    [['id'], undefined],
    [null, undefined],
  ])('shows an error of %j at %s', (path, field) => expect(fieldOf(path)).toBe(field))
})
