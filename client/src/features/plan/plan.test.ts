import { describe, expect, it } from 'vitest'
import { planPath, readPlan } from './address'
import { lengthText, massText, readCost, readDegrees, readLength, readMass } from './measures'
import { example, inputOf, moveItem, type Plan } from './plan'

const paramsOf = (path: string) => new URL(path, 'https://shop.example').searchParams

describe('the address of a plan', () => {
  const bare: Plan = {
    ...example,
    railId: null,
    gripperId: null,
    obstacles: [],
    partsPerHour: 0,
    shifts: 1,
    labourCost: null,
  }
  const turned: Plan = {
    ...example,
    cameraId: '9',
    standHeight: 300,
    pick: { x: -1, y: 0, z: 7, heading: -90 },
    obstacles: [{ kind: 'BOX', x: 0, y: 0, z: 100, heading: 45, length: 10, width: 20, height: 30 }],
    part: { ...example.part, mass: 0 },
    lift: 0,
    gripTime: 0,
    horizon: 60,
  }
  it.each([
    ['the example', example],
    ['one without anything that can be left out', bare],
    ['one with everything', turned],
  ])('holds all of %s', (_, plan) => {
    const path = planPath(plan)
    expect(readPlan(paramsOf(path))).toEqual(plan)
    expect(path, 'no character that an address would escape').toMatch(/^[\w./?=&-]+$/)
    expect(path.length).toBeLessThan(300)
  })

  it('holds a second plan', () => {
    const params = paramsOf(planPath(example, turned))
    expect([readPlan(params), readPlan(params, 'q')]).toEqual([example, turned])
  })

  const good = 'a3.m2500.d120_70_80.f1_2_3.t4_5_6'
  it('is as short as what it says', () => {
    expect(planPath({ ...bare, pick: { ...bare.pick, x: 1, y: 2, z: 3 } })).toBe(
      '/plan?v=1&p=a3.m2500.d120_70_80.f1_2_3.t2250_-150_540',
    )
    expect(readPlan(paramsOf(`/plan?v=1&p=${good}`))).toMatchObject({
      armId: '3',
      shifts: 1,
      labourCost: null,
    })
  })

  it.each([
    ['none', '/plan', null],
    ['a later version', `/plan?v=2&p=${good}`, 'version'],
    ['no version', `/plan?p=${good}`, 'version'],
    ['no text', '/plan?v=1&p=', 'malformed'],
    ['no arm', `/plan?v=1&p=${good.slice(3)}`, 'malformed'],
    ['no place', `/plan?v=1&p=${good.replace('.t4_5_6', '')}`, 'malformed'],
    ['an unknown field', `/plan?v=1&p=${good}.x1`, 'malformed'],
    ['a field twice', `/plan?v=1&p=${good}.a3`, 'malformed'],
    ['a point below the floor', `/plan?v=1&p=${good.replace('f1_2_3', 'f1_2_-3')}`, 'malformed'],
    ['a point in the next town', `/plan?v=1&p=${good.replace('f1_', 'f99999_')}`, 'malformed'],
    ['a part that floats', `/plan?v=1&p=${good.replace('m2500', 'm-1')}`, 'malformed'],
    ['four shifts', `/plan?v=1&p=${good}.w4`, 'malformed'],
    ['a table without size', `/plan?v=1&p=${good}.T1_2`, 'malformed'],
    ['21 tables', `/plan?v=1&p=${good}${'.T1_2_3_4_5'.repeat(21)}`, 'malformed'],
    ['a fraction', `/plan?v=1&p=${good}.h1,5`, 'malformed'],
    ['what an attacker may try', '/plan?v=1&p=__proto__.constructor1', 'malformed'],
  ])('with %s is said to be so', (_, path, found) => expect(readPlan(paramsOf(path))).toBe(found))
})

describe('figures as they are typed', () => {
  it.each([
    ['900', 900],
    ['900mm', 900],
    ['0.9 m', 900],
    ['0,9 m', 900],
    ['90 cm', 900],
    ['1,200 mm', 1200],
    ['1.200 m', 1200],
    ['-0.75 m', -750],
    ['−750', -750],
    ['10 in', 254],
    ['0', 0],
    ['-0', 0],
    ['', undefined],
    ['a bit', undefined],
    ['3 kg', undefined],
    ['1.2.3', undefined],
  ])('%s is a length', (text, mm) => expect(readLength(text)).toBe(mm))
  it.each([
    ['2.5', 2500],
    ['2.5 kg', 2500],
    ['2,5kg', 2500],
    ['250 g', 250],
    ['1,250 g', 1250],
    ['5 lb', 2268],
    ['5 mm', undefined],
  ])('%s is a mass', (text, grams) => expect(readMass(text)).toBe(grams))
  it.each([
    ['32', 3200],
    ['$32.50', 3250],
    ['32,5 €', 3250],
    ['', null],
    ['much', undefined],
  ])('%s is a cost', (text, cents) => expect(readCost(text)).toBe(cents))
  it.each([
    ['-90', -90],
    ['45°', 45],
    ['x', undefined],
  ])('%s is an angle', (text, degrees) => expect(readDegrees(text)).toBe(degrees))
  it.each([lengthText(-1250), massText(800), massText(2500)])('%s is read as it is written', (text) =>
    expect(text).toBe(
      text.endsWith('mm') ? lengthText(readLength(text) ?? 0) : massText(readMass(text) ?? 0),
    ),
  )
})

describe('a moved item', () => {
  it('keeps its place among the others, whole millimetres and the limits', () => {
    const next = moveItem(example, 1, { x: 1e9, y: 0.6, z: -5 })
    expect(next.obstacles[1]).toMatchObject({ kind: 'TABLE', x: 20_000, y: 1, z: 0, length: 700 })
    expect([next.obstacles[0], next.obstacles[2]]).toEqual([example.obstacles[0], example.obstacles[2]])
    expect(moveItem(example, 'pick', { z: 600 }).pick).toEqual({ ...example.pick, z: 600 })
  })
  it('is sent as the graph takes it', () =>
    expect(inputOf(example)).toMatchObject({ labourCost: '32.00', part: { mass: 2500 } }))
})
