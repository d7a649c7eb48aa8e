import { CheckBox } from '~/ui/CheckBox'

/** A checkbox that adds a product to the comparison; `full` if no more can be added. */
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
