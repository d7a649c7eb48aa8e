import type { Spec } from '~/ui/SpecPlate'
import { SpecTable } from '~/ui/SpecTable'

/** Specifications in their groups, in as many columns as there is room for. */
export function SpecGroups({ groups }: { groups: { title: string; items: Spec[] }[] }) {
  if (groups.length === 0) return <p className="text-muted">No specifications are listed yet.</p>
  return (
    <div className="gap-8 sm:columns-2 lg:columns-3">
      {groups.map(({ title, items }) => (
        <div key={title} className="break-inside-avoid pb-10">
          <SpecTable caption={title} items={items} />
        </div>
      ))}
    </div>
  )
}
