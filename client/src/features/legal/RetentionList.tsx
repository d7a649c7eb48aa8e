/** Stored data as a list of cards: what is stored, and line by line its purpose and retention. */
export function RetentionList({ items }: { items: readonly { title: string; text: string }[] }) {
  return (
    <dl className="border-b">
      {items.map(({ title, text }) => (
        <div key={title} className="grid gap-1 border-t py-3 break-inside-avoid">
          <dt className="font-semibold text-fg">{title}</dt>
          {text.split('\n').map((line, index) => (
            <dd key={line} className={index > 0 ? 'text-small' : ''}>
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
