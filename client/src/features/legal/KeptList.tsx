export type Kept = { what: string; why: string; until: string }

/** What is kept, as a list of cards that are read from the left: what, what for and by which right, until when. */
export function KeptList({ rows }: { rows: Kept[] }) {
  return (
    <dl className="border-b">
      {rows.map(({ what, why, until }) => (
        <div key={what} className="grid gap-1 border-t py-3 break-inside-avoid">
          <dt className="font-semibold text-fg">{what}</dt>
          <dd>{why}</dd>
          <dd className="text-small">
            <span className="label text-faint">Kept </span>
            {until}
          </dd>
        </div>
      ))}
    </dl>
  )
}
