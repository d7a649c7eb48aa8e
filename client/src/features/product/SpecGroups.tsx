import { Button } from '~/ui/Button'
import { CopyButton } from '~/ui/CopyButton'
import { Icon } from '~/ui/Icon'
import { SpecTable } from '~/ui/SpecTable'
import { groupText, type SpecGroup, specText } from './specText'

/** Specifications in as many columns as fit, to copy into a spreadsheet or to print. */
export function SpecGroups({ name, groups }: { name: string; groups: SpecGroup[] }) {
  if (groups.length === 0) return <p className="text-muted">No specifications listed yet.</p>
  return (
    <>
      <div className="mb-6 -ml-4 flex flex-wrap gap-x-2">
        <CopyButton label="Copy all specifications" caption="Copy all" text={() => specText(name, groups)} />
        <Button variant="ghost" size="sm" onClick={() => window.print()}>
          <Icon name="print" className="size-4" />
          Print data sheet
        </Button>
      </div>
      <div className="gap-8 sm:columns-2 lg:columns-3">
        {groups.map((group) => (
          <div key={group.title} className="relative break-inside-avoid pt-3 pb-10">
            <SpecTable caption={group.title} items={group.items} />
            <div className="absolute top-0 -right-4">
              <CopyButton label={`Copy ${group.title}`} caption="Copy" text={() => groupText(group)} />
            </div>
          </div>
        ))}
      </div>
    </>
  )
}
