/** The title of a film over its picture; `small` leaves room for the controls on a phone. */
export function FilmTitle({
  title,
  description,
  small = false,
  className = '',
}: {
  title: string
  description: string
  small?: boolean
  className?: string
}) {
  return (
    <div
      className={`pointer-events-none absolute top-0 left-0 max-w-xl bg-ground/85 px-4 py-2.5 sm:px-6 sm:py-4 ${className}`}
    >
      <h3 className="text-body sm:text-lead">{title}</h3>
      <p className={`mt-1 max-w-prose text-small text-muted ${small ? 'max-sm:hidden' : 'max-sm:truncate'}`}>
        {description}
      </p>
    </div>
  )
}
