/** Short statements as a list with dashes. */
export function DashList({ items, className = '' }: { items: string[]; className?: string }) {
  return (
    <ul className={`grid gap-x-8 gap-y-2 ${className}`}>
      {items.map((item) => (
        <li key={item} className="grid grid-cols-[1.25rem_1fr] text-small">
          <span aria-hidden="true" className="mt-2.5 h-px w-2 bg-control" />
          {item}
        </li>
      ))}
    </ul>
  )
}
