import { describe, expect, it } from 'vitest'
import { type State, stateOf, states } from '~/features/admin/kit/productState'
import { changeInput, type Draft, fieldOf, type ProductValues, problemsOf, productValues } from './draftForm'

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

const manual = {
  kind: 'MANUAL' as const,
  title: 'Manual',
  url: '/media/a.pdf',
  format: 'PDF' as const,
  bytes: 1000,
  language: 'en',
}

const draft: Draft = {
  revision: 2,
  version: 1,
  updatedAt: null,
  author: null,
  changes: [],
  conflicts: [],
  errors: [],
  product: {
    ...product,
    category: 'Arms',
    description: 'Long.',
    price: { amount: '10.00' },
    preorderLimit: 3,
    featuredPlace: 0,
    isPreorder: false,
    comingSoon: false,
    listed: true,
    tags: ['arm', 'robot'],
    image: { url: '/arm.jpg' },
    images: [
      { url: '/side.jpg', alt: 'Side' },
      { url: '/arm.jpg', alt: 'Arm' },
    ],
    documents: [manual],
    video: null,
    engineering: null,
    motion: null,
    attributes: [],
  },
}

describe('the form of a product', () => {
  it('sends back what it was given, without what the cache adds', () => {
    const values = productValues(draft)
    expect(changeInput(values, Object.keys(values) as (keyof ProductValues)[])).toMatchObject({
      name: 'Arm',
      model: 'FS-60',
      category: 'Arms',
      price: '10.00',
      description: 'Long.',
      preorderLimit: 3,
      isPreorder: false,
      listed: true,
      tags: ['arm', 'robot'],
      documents: [{ url: '/media/a.pdf', kind: 'MANUAL', title: 'Manual', language: 'en' }],
      engineering: { kind: 'OTHER', payloadGrams: null },
      content: {
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
      },
    })
  })

  it('sends only what was changed, and new pictures by their uploads', () => {
    const values = { ...productValues(draft), highlights: [] }
    expect(changeInput(values, ['highlights'])).toEqual({ content: { highlights: [] } })
    const [main] = values.pictures
    const pictures = [{ url: '/b.jpg', alt: 'Back', id: 'b' }, main ?? { url: '', alt: '' }]
    expect(changeInput({ ...values, pictures }, ['pictures'])).toEqual({
      pictures: [
        { uploadId: 'b', alt: 'Back' },
        { url: '/arm.jpg', alt: 'Arm' },
      ],
    })
    const documents = [{ ...manual, id: 'c' }]
    expect(changeInput({ ...values, documents }, ['documents'])).toEqual({
      documents: [{ uploadId: 'c', kind: 'MANUAL', title: 'Manual', language: 'en' }],
    })
  })

  it('sends a film by its URLs, and says that it is gone', () => {
    const none = productValues(draft)
    expect(changeInput(none, ['video'])).toEqual({ removeVideo: true })
    const film = {
      ...{ url: '/media/a.mp4', alt: 'It lifts', poster: null, captions: '/media/a.vtt' },
      ...{ captionsLanguage: null, width: 320, height: 180, seconds: 8, bytes: 9 },
    }
    const values = productValues({ ...draft, product: { ...draft.product, video: film } })
    expect(changeInput(values, ['name'])).toEqual({ name: 'Arm' })
    expect(changeInput(values, ['video'])).toEqual({
      video: {
        ...{ url: '/media/a.mp4', alt: 'It lifts', poster: '', captions: '/media/a.vtt' },
        captionsLanguage: 'en',
      },
    })
  })

  it('shows a price that is none as it was typed', () => {
    const changes = [{ name: 'price', before: '"10.00"', after: '"12,x"' }]
    const { product } = draft
    expect(productValues({ ...draft, changes, product: { ...product, price: null } }).price).toBe('12,x')
  })

  it('keeps what is no number from being sent', () => {
    const values = productValues(draft)
    const wrong = { ...values, preorderLimit: 'few', engineering: { ...values.engineering, reachMm: '1 m' } }
    expect(problemsOf(wrong, ['name'])).toEqual([])
    expect(problemsOf(wrong, ['preorderLimit', 'engineering']).map(([path]) => path)).toEqual([
      'preorderLimit',
      'engineering.reachMm',
    ])
  })

  it.each(Object.keys(states) as State[])('reads the state %s from what it sets', (state) => {
    for (const isPreorder of [false, true]) expect(stateOf({ isPreorder, ...states[state] })).toBe(state)
  })

  it.each([
    [['model'], 'model'],
    [['pictures', '1', 'alt'], 'pictures.1.alt'],
    [['documents', '0', 'title'], 'documents.0.title'],
    [['video', 'captionsLanguage'], 'video.captionsLanguage'],
    [['tags', '3'], 'tags'],
    [['engineering', 'reachMm'], 'engineering.reachMm'],
    [['engineering', 'supply', 'minVolts'], 'engineering.supplyMin'],
    [['content', 'plate'], 'plate'],
    [['content', 'highlights', '2'], 'highlights.2.text'],
    [['content', 'technical', '0', 'items', '1'], 'technical.0.items.1.text'],
    [['content', 'specs', '1', 'items', '0', 'value'], 'specs.1.items.0.value'],
    [['content', 'pricing', 'rental', 'features', '3'], 'pricing.rental.features'],
    [['content', 'pricing', 'rental', 'price'], 'pricing.rental.price'],
    [['content', 'seoKeywords', '4'], 'seoKeywords'],
    [['content', 'motion', 'rail', 'stroke'], 'motion.rail.figures.stroke'],
    [['id'], undefined],
    [null, undefined],
  ])('shows an error of %j at %s', (path, field) => expect(fieldOf(path)).toBe(field))
})
