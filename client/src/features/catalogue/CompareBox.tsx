import { CheckBox } from '~/ui/CheckBox'

/** Puts a product among those that will be compared; `full` when there is no place left. */
export function CompareBox({
  name,
  checked,
  full,
  onChange,
}: {
  name: string
  checked: boolean
  full: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <CheckBox
      label={
        <>
          Compare <span className="sr-only">{name}</span>
        </>
      }
      checked={checked}
      disabled={full && !checked}
      onChange={(event) => onChange(event.target.checked)}
      className="text-muted"
    />
  )
}
