import { describe, expect, it } from 'vitest'
import { withValueAt } from '~/features/admin/kit/useContentForm'
import { type MotionValues, motionField, motionInput, motionProblems, motionValues } from './motion'

const gripper = {
  ...{ stroke: 60, pads: 166, length: 180, radius: 40, centre: 70, closingSpeed: 100, force: 120 },
  ...{ friction: 0.3, safety: 2 },
}
const rail = {
  ...{ stroke: 1500, deck: 900, start: -300, length: 2100, width: 400, height: 200, speed: 1000 },
  ...{ acceleration: 2000, heavyGrams: null, heavyAcceleration: null },
}
const axis = { min: -170, max: 170, speed: 180, acceleration: 600 }
const arm = {
  axes: Array.from({ length: 6 }, () => axis),
  ...{ shoulder: 200, upper: 400, fore: 350, wristOffset: 110, wrist: 95, flange: 82, radius: 75 },
  ...{ toolSpeed: 1000, wristTorque: 12, wristInertia: 0.3, toolTorque: 6, toolInertia: 0.1 },
}
const nothing = { arm: null, rail: null, gripper: null, camera: null, idleWatts: null, movingWatts: null }
const stated = motionValues({ ...nothing, arm, rail, gripper, camera: { sceneSeconds: 0.4 }, idleWatts: 90 })

const changed = (changes: Record<string, unknown>): MotionValues =>
  Object.entries(changes).reduce((values, [path, value]) => withValueAt(values, path, value), stated)

describe('the figures of motion', () => {
  it('are sent as they were given, without those that are not stated', () => {
    const { heavyGrams: _, heavyAcceleration: __, ...moves } = rail
    expect(motionProblems(stated)).toEqual([])
    expect(motionInput(stated)).toEqual({
      ...{ arm, rail: moves, gripper, camera: { sceneSeconds: 0.4 }, idleWatts: 90 },
    })
  })

  it('state nothing for a product without', () => {
    for (const of of [null, undefined, nothing]) {
      expect(motionProblems(motionValues(of))).toEqual([])
      expect(motionInput(motionValues(of))).toEqual({})
    }
  })

  it('leave out a part that is no longer stated, whatever was typed there', () => {
    const values = changed({ 'arm.stated': false, 'arm.axes.2.min': 'far', 'camera.stated': false })
    expect(motionProblems(values)).toEqual([])
    expect(Object.keys(motionInput(values))).toEqual(['rail', 'gripper', 'idleWatts'])
  })

  it.each([
    [{ 'arm.axes.2.min': 'far' }, 'motion.arm.axes.2.min', 'From must be a number'],
    [{ 'rail.figures.heavyGrams': '2 kg' }, 'motion.rail.figures.heavyGrams', 'Heavy load must be a number'],
    [
      { 'rail.figures.start': '0, or so' },
      'motion.rail.figures.start',
      'Start from the carriage must be a number',
    ],
    [{ 'power.idleWatts': 'Infinity' }, 'motion.power.idleWatts', 'Power at standstill must be a number'],
    [
      { 'gripper.figures.force': ' ' },
      'motion.gripper.figures.force',
      'Enter a number. Motion is saved when no figure is missing.',
    ],
  ])('%j can not be sent', (changes, path, message) =>
    expect(motionProblems(changed(changes))).toEqual([[path, message]]),
  )

  it('tell the first of many that are missing', () => {
    const values = withValueAt(motionValues(nothing), 'arm.stated', true)
    expect(motionProblems(values).map(([path]) => path)).toEqual(['motion.arm.axes.0.min'])
  })

  it.each([
    [['arm', 'axes', '3', 'speed'], 'motion.arm.axes.3.speed'],
    [['arm', 'axes'], 'motion.arm.axes'],
    [['gripper', 'friction'], 'motion.gripper.figures.friction'],
    [['idleWatts'], 'motion.power.idleWatts'],
  ])('show an error of %j at %s', (path, field) => expect(motionField(path)).toBe(field))
})
