const star = 'l2.6 5.5 5.9.8-4.3 4.2 1 6-5.2-2.9-5.2 2.9 1-6-4.3-4.2 5.9-.8Z'
const stars = [12, 36, 60, 84, 108].map((x) => `M${x} 3.5${star}`).join('')

/** The first `count` of five stars; fractions are cut off. */
function Stars({ count = 5, className }: { count?: number; className: string }) {
  return (
    <svg
      viewBox={`0 0 ${24 * count} 24`}
      width={16 * count}
      height={16}
      className={`max-w-none ${className}`}
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={stars} />
    </svg>
  )
}

/** An average rating from 1 to 5 as stars, a figure and the number of reviews. */
export function Rating({ value, count }: { value: number; count?: number }) {
  if (count === 0) return <p className="label text-faint">No reviews yet</p>
  return (
    <div className="label flex items-center gap-3 text-muted">
      <span className="relative">
        <Stars className="text-line" />
        <Stars count={value} className="absolute inset-y-0 left-0 text-fg" />
      </span>
      <span>
        <span className="sr-only">Rated </span>
        {value.toFixed(1)} / 5
      </span>
      {count !== undefined && (
        <span className="text-faint">
          {count} {count === 1 ? 'review' : 'reviews'}
        </span>
      )}
    </div>
  )
}
