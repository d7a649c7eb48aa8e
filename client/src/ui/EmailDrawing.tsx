/** A drawing of an envelope, dimensioned with how long the email's link is valid. The page says the same in text. */
export function EmailDrawing({ life, note }: { life: string; note: string }) {
  return (
    <svg viewBox="0 0 420 252" className="w-full fill-none stroke-control" aria-hidden="true">
      <path d="M.5 8.5h300v176H.5Z" className="stroke-muted" />
      <path d="M.5 184.5 118 89M300.5 184.5 183 89" />
      <path d="M.5 8.5 138 107M300.5 8.5 163 107" className="stroke-muted" />
      <circle cx="150.5" cy="112.5" r="15" className="stroke-muted" />
      <circle cx="150.5" cy="112.5" r="3.5" className="fill-fg stroke-none" />
      <circle cx="161" cy="102" r="4.5" className="fill-signal stroke-ground stroke-2" />
      <path d="M165.5 112.5H324" />
      <text x="332" y="116" className="fill-muted stroke-none font-mono text-[11px]">
        {note}
      </text>
      <path d="M.5 194V232M300.5 194V232" />
      <path d="M.5 222.5H300.5M.5 222.5l12-4v8ZM300.5 222.5l-12-4v8Z" className="stroke-signal" />
      <text x="150" y="248" textAnchor="middle" className="fill-fg stroke-none font-mono text-[12px] figures">
        {life}
      </text>
    </svg>
  )
}
