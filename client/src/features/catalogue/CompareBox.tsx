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
    <label className="flex min-h-12 cursor-pointer items-center gap-3 text-small text-muted has-disabled:cursor-not-allowed has-disabled:opacity-55">
      <input
        type="checkbox"
        checked={checked}
        disabled={full && !checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-signal"
      />
      Compare
      <span className="sr-only">{name}</span>
    </label>
  )
}
