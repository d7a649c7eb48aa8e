/** A film's title: over its picture, and on phones below it, where it would hide the machine. */
export function FilmTitle({
  title,
  description,
  className = '',
}: {
  title: string
  description: string
  className?: string
}) {
  return (
    <div
      className={`py-3 sm:pointer-events-none sm:absolute sm:top-0 sm:left-0 sm:max-w-xl sm:bg-ground/85 sm:px-6 sm:py-4 ${className}`}
    >
      <h3 className="text-body sm:text-lead">{title}</h3>
      <p className="mt-1 max-w-prose text-small text-muted">{description}</p>
    </div>
  )
}
