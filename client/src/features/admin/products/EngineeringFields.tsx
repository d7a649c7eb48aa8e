import { useFields } from '~/features/admin/kit/useContentForm'
import { CheckBox } from '~/ui/CheckBox'
import { SelectField, TextField } from '~/ui/Field'
import type { EngineeringValues } from './engineering'

/** The figures with which the shop checks whether the product fits others. */
export function EngineeringFields() {
  const { text, check } = useFields()
  const at = (name: keyof EngineeringValues) => text(`engineering.${name}`)
  const field = (name: keyof EngineeringValues, label: string, hint?: string) => (
    <TextField label={label} hint={hint} {...at(name)} />
  )
  const figure = (name: keyof EngineeringValues, label: string) => (
    <TextField label={label} inputMode="numeric" {...at(name)} />
  )
  const supply = (part: 'supply' | 'outlet', title: string) => (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-4 sm:grid-cols-4">
      <legend className="label mb-2 text-faint">{title}</legend>
      {figure(`${part}Min`, 'Volts from')}
      {figure(`${part}Max`, 'Volts to')}
      <SelectField label="Current" required {...at(`${part}Current`)}>
        <option value="DC">DC</option>
        <option value="AC">AC</option>
      </SelectField>
      {figure(`${part}Milliamps`, 'Peak, mA')}
    </fieldset>
  )
  return (
    <>
      <p className="-mt-3 text-small text-muted">
        Data for the fit check. Leave unknown values blank. The check lists them as not stated.
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField label="Kind" {...at('kind')}>
          <option value="ARM">Arm</option>
          <option value="GRIPPER">Gripper</option>
          <option value="RAIL">Rail</option>
          <option value="MOBILE_BASE">Mobile base</option>
          <option value="OTHER">Other</option>
        </SelectField>
        {figure('massGrams', 'Mass, g')}
        {figure('payloadGrams', 'Payload, g')}
        {field('payloadNote', 'Payload note', 'When it applies')}
        {figure('reachMm', 'Reach, mm')}
        {field('mounting', 'Mounting pattern', 'Of its base, or for mounting one')}
        {field('toolFlange', 'Tool flange', 'What an arm offers')}
        {field('robotFlange', 'Robot flange', 'What a tool has')}
        {field('interfaces', 'Interfaces', 'Separated by commas')}
        {field('toolInterfaces', 'Tool interfaces', 'Separated by commas')}
      </div>
      {supply('supply', 'Power input')}
      {supply('outlet', 'Power output to mounted parts')}
      <CheckBox label="Has its own rail" hint="Arms only" {...check('engineering.hasRail')} />
    </>
  )
}
