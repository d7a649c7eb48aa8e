import { expect, test } from 'vitest'
import { fieldOf, mergeTexts, partLabel, type TextValues, textInput, textName } from './textForm'

const section = (anchor: string, body = anchor) => ({ anchor, label: '', title: anchor, body, items: [] })
const text = (...sections: TextValues['sections']): TextValues => ({ title: 'Terms', summary: '', sections })
const ids = ({ sections }: TextValues) => sections.map(({ anchor, body }) => `${anchor}: ${body}`)

test('changes of two editors in different parts are one text', () => {
  const base = text(section('a'), section('b'), section('c'))
  const { values, both } = mergeTexts(
    base,
    { ...text(section('a', 'mine'), section('b'), section('c'), section('d')), summary: 'Short' },
    { ...text(section('a'), section('c', 'theirs')), title: 'Their terms' },
  )
  expect(both).toEqual([])
  expect(values.title).toBe('Their terms')
  expect(values.summary).toBe('Short')
  expect(ids(values)).toEqual(['a: mine', 'c: theirs', 'd: d'])
})

test('what both have changed is mine, and named', () => {
  const base = text(section('a'), section('b'))
  const { values, both } = mergeTexts(
    base,
    { ...text(section('b', 'mine'), section('a')), title: 'Mine' },
    { ...text(section('a'), section('b', 'theirs'), section('c')), title: 'Theirs' },
  )
  expect(both).toEqual(['Title', 'b'])
  expect(values.title).toBe('Mine')
  expect(ids(values)).toEqual(['b: mine', 'a: a', 'c: c'])
})

test('a section that somebody removed while it was changed stays', () => {
  const base = text(section('a'), section('b'))
  const { values, both } = mergeTexts(base, text(section('a'), section('b', 'mine')), text(section('a')))
  expect(both).toEqual(['b'])
  expect(ids(values)).toEqual(['a: a', 'b: mine'])
})

test('sections with the same anchor are kept apart', () => {
  const base = text(section('', 'x'), section('', 'y'))
  expect(ids(mergeTexts(base, base, base).values)).toEqual([': x', ': y'])
})

test('names of texts, fields and parts', () => {
  expect(textName('terms')).toBe('TERMS')
  expect([textName('TERMS'), textName('toString'), textName()]).toEqual([undefined, undefined, undefined])
  expect(fieldOf(['document', 'sections', '2', 'body'])).toBe('sections.2.body')
  expect(fieldOf(['document', 'summary', '1'])).toBe('summary')
  expect([fieldOf(['revision']), fieldOf(null)]).toEqual([undefined, undefined])
  expect(partLabel('safe-use.body')).toBe('Safe use: body')
  expect(partLabel('summary')).toBe('Summary')
  expect(textInput({ ...text(), summary: 'One\n\n Two' }).summary).toEqual(['One', ' Two'])
})
