import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from '~/ui/Field'
import { fileInput } from './fileInput'

/** A field that chooses files, also the same one again. */
export function FileField({
  label,
  hint,
  error,
  onChoose,
  ...rest
}: FieldTexts &
  Pick<ComponentProps<'input'>, 'name' | 'accept' | 'multiple' | 'disabled'> & {
    onChoose: (files: [File, ...File[]]) => void
  }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <input
          {...rest}
          {...wiring}
          type="file"
          className={fileInput}
          onChange={({ target }) => {
            const [first, ...others] = target.files ?? []
            target.value = ''
            if (first) onChoose([first, ...others])
          }}
        />
      )}
    </Field>
  )
}
