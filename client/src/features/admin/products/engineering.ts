import * as z from 'zod/mini'
import { optionalNumber } from '~/features/admin/kit/fields'
import { optionalText } from '~/lib/forms'
import type { EngineeringInput, SupplyInput } from '~/lib/schema.gen'
import type { EditedEngineeringFragment } from './ProductDraft.gen'

const volts = optionalNumber('Volts', 1000)
const milliamps = optionalNumber('Milliamperes', 1_000_000)
const grams = 100_000_000

/** Data for the fit check as texts; blank ones are not stated. Lists are separated by commas. */
const engineeringShape = {
  kind: z.enum(['ARM', 'GRIPPER', 'RAIL', 'MOBILE_BASE', 'OTHER']),
  hasRail: z.boolean(),
  payloadGrams: optionalNumber('Payload', grams),
  payloadNote: optionalText('Note on the payload', 100),
  reachMm: optionalNumber('Reach', 100_000),
  massGrams: optionalNumber('Mass', grams),
  toolFlange: optionalText('Tool flange', 100),
  robotFlange: optionalText('Robot flange', 100),
  mounting: optionalText('Mounting pattern', 100),
  supplyMin: volts,
  supplyMax: volts,
  supplyCurrent: z.enum(['DC', 'AC']),
  supplyMilliamps: milliamps,
  outletMin: volts,
  outletMax: volts,
  outletCurrent: z.enum(['DC', 'AC']),
  outletMilliamps: milliamps,
  interfaces: z.string(),
  toolInterfaces: z.string(),
}

const shape = z.object(engineeringShape)
export type EngineeringValues = z.infer<typeof shape>

type Engineering = EditedEngineeringFragment['engineering']

const typed = (value?: number | null) => (value == null ? '' : String(value))

/** The initial values of the fields. */
export function engineeringValues(of?: Engineering): EngineeringValues {
  const { supply, outlet } = of ?? {}
  return {
    kind: of?.kind ?? 'OTHER',
    hasRail: of?.hasRail ?? false,
    payloadGrams: typed(of?.payloadGrams),
    payloadNote: of?.payloadNote ?? '',
    reachMm: typed(of?.reachMm),
    massGrams: typed(of?.massGrams),
    toolFlange: of?.toolFlange ?? '',
    robotFlange: of?.robotFlange ?? '',
    mounting: of?.mounting ?? '',
    supplyMin: typed(supply?.minVolts),
    supplyMax: typed(supply?.maxVolts),
    supplyCurrent: supply?.current ?? 'DC',
    supplyMilliamps: typed(supply?.milliamps),
    outletMin: typed(outlet?.minVolts),
    outletMax: typed(outlet?.maxVolts),
    outletCurrent: outlet?.current ?? 'DC',
    outletMilliamps: typed(outlet?.milliamps),
    interfaces: of?.interfaces.join(', ') ?? '',
    toolInterfaces: of?.toolInterfaces.join(', ') ?? '',
  }
}

/** Errors of figures that are not numbers, with their paths in the form. */
export function engineeringProblems(values: EngineeringValues): [path: string, message: string][] {
  const { error } = shape.safeParse(values)
  return (error?.issues ?? []).map(({ path, message }) => [`engineering.${path.join('.')}`, message])
}

const number = (text: string) => (text ? Number(text) : null)
const list = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** A single voltage is both the lowest and the highest. */
function supplyOf(min: string, max: string, current: 'DC' | 'AC', peak: string): SupplyInput | null {
  if (!min && !max) return null
  return { minVolts: Number(min || max), maxVolts: Number(max || min), current, milliamps: number(peak) }
}

/** All figures as GraphQL input. */
export function engineeringInput(values: EngineeringValues): EngineeringInput {
  return {
    kind: values.kind,
    hasRail: values.hasRail,
    payloadGrams: number(values.payloadGrams),
    payloadNote: values.payloadNote,
    reachMm: number(values.reachMm),
    massGrams: number(values.massGrams),
    toolFlange: values.toolFlange,
    robotFlange: values.robotFlange,
    mounting: values.mounting,
    supply: supplyOf(values.supplyMin, values.supplyMax, values.supplyCurrent, values.supplyMilliamps),
    outlet: supplyOf(values.outletMin, values.outletMax, values.outletCurrent, values.outletMilliamps),
    interfaces: list(values.interfaces),
    toolInterfaces: list(values.toolInterfaces),
  }
}

const parts: Record<string, string> = {
  minVolts: 'Min',
  maxVolts: 'Max',
  current: 'Current',
  milliamps: 'Milliamps',
}

/** The path in the form for the path of a server error, such as `supply.minVolts`. */
export const engineeringField = ([name = '', part = '']: readonly string[]) =>
  `engineering.${name}${parts[part] ?? ''}`
