/** A spinner with text for screen readers. */
export function Spinner({ className = 'size-5', label = 'Loading' }: { className?: string; label?: string }) {
  return (
    <span role="status" className="inline-flex">
      <svg
        viewBox="0 0 24 24"
        className={`animate-[turn_900ms_linear_infinite] ${className}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9" opacity="0.25" />
        <path d="M12 3a9 9 0 0 1 9 9" />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Covers the screen while a guard waits for the session. */
export function FullScreenSpinner() {
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-black">
      <Spinner className="size-24 text-signal" />
    </div>
  )
}
