import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { CheckBox } from '~/ui/CheckBox'
import { SelectField, TextField } from '~/ui/Field'
import { engineeringFields } from './engineering'
import type { ProductValues } from './productSchema'

/** Figures by which the shop checks whether the product fits others. Closed at first: most changes are about something else. */
export function EngineeringFields({
  register,
  errors,
}: {
  register: UseFormRegister<ProductValues>
  errors: FieldErrors<ProductValues>
}) {
  const field = (name: (typeof engineeringFields)[number], label: string, hint?: string) => (
    <TextField label={label} hint={hint} error={errors[name]?.message} {...register(name)} />
  )
  const figure = (name: (typeof engineeringFields)[number], label: string) => (
    <TextField label={label} inputMode="numeric" error={errors[name]?.message} {...register(name)} />
  )
  const supply = (part: 'supply' | 'outlet', title: string) => (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-4">
      <legend className="label mb-2 text-faint">{title}</legend>
      {figure(`${part}Min`, 'Volts from')}
      {figure(`${part}Max`, 'Volts to')}
      <SelectField label="Current" required {...register(`${part}Current`)}>
        <option value="DC">DC</option>
        <option value="AC">AC</option>
      </SelectField>
      {figure(`${part}Milliamps`, 'Peak, mA')}
    </fieldset>
  )
  return (
    <details open={engineeringFields.some((name) => errors[name]) || undefined} className="border-y py-4">
      <summary className="label min-h-11 cursor-pointer content-center text-muted hover:text-fg">
        Data for the fit check
      </summary>
      <div className="mt-4 grid gap-6">
        <p className="text-small text-muted">
          Leave unknown values blank. The check lists them as not stated.
        </p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField label="Kind" {...register('kind')}>
            <option value="">Not stated</option>
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
        <CheckBox label="Has its own rail" hint="Arms only" {...register('hasRail')} />
      </div>
    </details>
  )
}
