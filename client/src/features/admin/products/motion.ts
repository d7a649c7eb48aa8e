import type { MotionInput } from '~/lib/schema.gen'
import type { EditedMotionFragment } from './ProductDraft.gen'

type Texts = Record<string, string>

/** Labels of figures with their units, by their names in GraphQL. */
export type Labels = Readonly<Record<string, string>>

export type MotionPart = { title: string; hint?: string; figures: Labels; optional?: Labels }

/** The parts with which a cell is planned, by their names in GraphQL. */
export const motionParts = {
  arm: {
    title: 'Arm with six axes',
    figures: {
      shoulder: 'Height of axis 2, mm',
      upper: 'Axis 2 to axis 3, mm',
      fore: 'Axis 3 to axis 4, mm',
      wristOffset: 'Axis 4 to axis 5, mm',
      wrist: 'Axis 5 to axis 6, mm',
      flange: 'Axis 6 to flange, mm',
      radius: 'Shoulder radius, mm',
      toolSpeed: 'Tool speed, mm/s',
      wristTorque: 'Torque of axes 4 and 5, N·m',
      wristInertia: 'Inertia at axes 4 and 5, kg·m²',
      toolTorque: 'Torque of axis 6, N·m',
      toolInertia: 'Inertia at axis 6, kg·m²',
    },
  },
  rail: {
    title: 'Rail',
    hint: 'Also one that an arm comes with',
    figures: {
      stroke: 'Stroke, mm',
      deck: 'Height of the mounting face, mm',
      start: 'Start from the carriage, mm',
      length: 'Length, mm',
      width: 'Width, mm',
      height: 'Height without carriage, mm',
      speed: 'Speed, mm/s',
      acceleration: 'Acceleration, mm/s²',
    },
    optional: {
      heavyGrams: 'Heavy load, g',
      heavyAcceleration: 'Its acceleration, mm/s²',
    },
  },
  gripper: {
    title: 'Gripper with two fingers',
    figures: {
      stroke: 'Opening, mm',
      pads: 'Flange to pads, mm',
      length: 'Flange to fingertips, mm',
      radius: 'Body radius, mm',
      centre: 'Flange to center of mass, mm',
      closingSpeed: 'Closing speed, mm/s',
      force: 'Grip force, N',
      friction: 'Friction coefficient',
      safety: 'Safety factor',
    },
  },
  camera: { title: 'Camera', figures: { sceneSeconds: 'Time to recognise a part, s' } },
} as const satisfies Record<string, MotionPart>

export const axisFigures = {
  min: 'From, °',
  max: 'To, °',
  speed: 'Speed, °/s',
  acceleration: 'Acceleration, °/s²',
} as const satisfies Labels

export const powerFigures = {
  idleWatts: 'Power at standstill, W',
  movingWatts: 'Power during moves, W',
} as const satisfies Labels

export type MotionPartName = keyof typeof motionParts
export const motionPartNames = Object.keys(motionParts) as MotionPartName[]
const axisCount = 6

/** The figures as texts. A part that is not `stated` keeps its texts until the form is closed. */
export type MotionValues = Record<MotionPartName, { stated: boolean; axes: Texts[]; figures: Texts }> & {
  power: Texts
}

type Motion = EditedMotionFragment['motion']

/** All labels of a part. */
const labelsOf = (name: MotionPartName): Labels => {
  const { figures, optional }: MotionPart = motionParts[name]
  return { ...figures, ...optional }
}

function typed(labels: Labels, of: object | null | undefined): Texts {
  const stated = of as Record<string, number | null> | null | undefined
  return Object.fromEntries(Object.keys(labels).map((name) => [name, String(stated?.[name] ?? '')]))
}

/** The initial values of the fields. */
export function motionValues(of?: Motion): MotionValues {
  const parts = motionPartNames.map((name) => {
    const axes =
      name === 'arm'
        ? Array.from({ length: axisCount }, (_, index) => typed(axisFigures, of?.arm?.axes[index]))
        : []
    return [name, { stated: of?.[name] != null, axes, figures: typed(labelsOf(name), of?.[name]) }]
  })
  return { ...Object.fromEntries(parts), power: typed(powerFigures, of) }
}

const nameOf = (label: string) => label.replace(/,[^,]*$/, '')

/** The stated figures, one per line, and one line per axis. */
export function motionText(of: MotionInput): string {
  const lines = (labels: Labels, stated: object) =>
    Object.entries(labels).flatMap(([name, label]) => {
      const value = (stated as Record<string, number | null | undefined>)[name]
      return value == null ? [] : [`${nameOf(label)}: ${value}${label.slice(nameOf(label).length + 1)}`]
    })
  const parts = motionPartNames.flatMap((name) => {
    const part = of[name]
    if (!part) return []
    const axes = 'axes' in part ? part.axes : []
    return [
      motionParts[name].title,
      ...axes.map((axis, index) => `Axis ${index + 1}: ${lines(axisFigures, axis).join(', ')}`),
      ...lines(labelsOf(name), part),
    ]
  })
  return [...parts, ...lines(powerFigures, of)].join('\n')
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

/**
 * Errors that prevent sending, with their paths in the form: figures that are not numbers or, if there are none, the
 * first missing one.
 */
export function motionProblems(values: MotionValues): [path: string, message: string][] {
  const problems: [string, string][] = []
  const missing: string[] = []
  const check = (path: string, labels: Labels, texts: Texts, optional: boolean) => {
    for (const [name, label] of Object.entries(labels)) {
      const text = texts[name] ?? ''
      const at = `motion.${path}.${name}`
      if (text.trim() === '') {
        if (!optional) missing.push(at)
      } else if (!isNumber(text)) problems.push([at, `${nameOf(label)} must be a number`])
    }
  }
  for (const name of motionPartNames) {
    const { stated, axes, figures } = values[name]
    const part: MotionPart = motionParts[name]
    if (!stated) continue
    for (const [index, axis] of axes.entries()) check(`${name}.axes.${index}`, axisFigures, axis, false)
    check(`${name}.figures`, part.figures, figures, false)
    check(`${name}.figures`, part.optional ?? {}, figures, true)
  }
  check('power', powerFigures, values.power, true)
  const [first] = missing
  if (problems.length === 0 && first)
    problems.push([first, 'Enter a number. Motion is saved when no figure is missing.'])
  return problems
}

const numbers = (texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (isNumber(text) ? [[name, Number(text)]] : [])),
  )

/** All figures as GraphQL input; `motionProblems` must have found no error. */
export function motionInput(values: MotionValues): MotionInput {
  const parts = motionPartNames.flatMap((name) => {
    const { stated, axes, figures } = values[name]
    if (!stated) return []
    return [[name, { ...(axes.length > 0 && { axes: axes.map(numbers) }), ...numbers(figures) }]]
  })
  return { ...Object.fromEntries(parts), ...numbers(values.power) }
}

/** The path in the form for the path of a server error, such as `arm.axes.0.min`. */
export function motionField([part = '', ...names]: readonly string[]): string {
  if (part in powerFigures) return `motion.power.${part}`
  return ['motion', part, ...(names[0] === 'axes' ? [] : ['figures']), ...names].join('.')
}
