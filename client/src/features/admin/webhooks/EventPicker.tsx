import { partly } from '~/features/admin/kit/selection'
import { CheckBox } from '~/ui/CheckBox'
import { kindGroups } from './kinds'

/** Chooses kinds of events one by one or by noun. */
export function EventPicker({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const set = (kinds: readonly string[], on: boolean) =>
    onChange(on ? [...new Set([...chosen, ...kinds])] : chosen.filter((kind) => !kinds.includes(kind)))
  return (
    <div className="gap-x-6 sm:columns-2">
      {kindGroups.map((group) => {
        const kinds: string[] = group.kinds.map(({ kind }) => kind)
        const count = kinds.filter((kind) => chosen.includes(kind)).length
        const all = count === kinds.length
        return (
          <fieldset key={group.noun} className="break-inside-avoid pb-4">
            <legend className="sr-only">{group.noun}</legend>
            {kinds.length > 1 && (
              <CheckBox
                label={<span className="font-semibold">{group.noun}</span>}
                aria-label={`All events: ${group.noun}`}
                checked={all}
                ref={partly(count > 0 && !all)}
                onChange={() => set(kinds, !all)}
              />
            )}
            <div className={`grid gap-1.5 ${kinds.length > 1 ? 'pl-8' : ''}`}>
              {group.kinds.map(({ kind, label }) => (
                <CheckBox
                  key={kind}
                  label={label}
                  hint={kind}
                  checked={chosen.includes(kind)}
                  onChange={({ target }) => set([kind], target.checked)}
                />
              ))}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}
