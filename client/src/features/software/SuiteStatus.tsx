import { itemsOf, type TextSection } from '~/features/texts/sections'
import { Status } from '~/ui/Badge'

/** Whether each part of the suite exists. */
const parts: Record<string, { available: boolean }> = {
  ros: { available: true },
  library: { available: true },
  api: { available: true },
  ide: { available: false },
  app: { available: false },
}

/** What exists and what is only announced, so that customers don't buy a machine for unfinished software. */
export function SuiteStatus({ part }: { part: TextSection }) {
  return (
    <ul className="border-b">
      {itemsOf(part, parts).map(({ id, title, text, own: { available } }) => {
        const [what, ...more] = text.split('\n')
        return (
          <li key={id} className="grid items-center gap-x-6 gap-y-3 border-t py-4 md:grid-cols-12">
            <h3 className="text-body md:col-span-3">{title}</h3>
            <p className="text-small text-muted md:col-span-4">{what}</p>
            <p className="flex flex-wrap gap-x-4 md:col-span-5 md:justify-self-end">
              {available ? <Status tone="ok">Available</Status> : <Status>Coming Soon</Status>}
              {more.map((line) => (
                <span key={line} className="label text-faint">
                  {line}
                </span>
              ))}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
