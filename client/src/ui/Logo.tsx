import { settings } from '~/lib/settings'

/** The shop's logo, or by default an orbit with crosshairs and the shop's short name. */
export function Logo() {
  const { short, logo } = settings()
  if (logo) return <img src={logo.url} alt={short} className="h-8" />
  return (
    <span className="inline-flex items-center gap-3">
      <svg
        viewBox="0 0 32 32"
        className="size-8 shrink-0"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <circle cx="16" cy="16" r="10.5" strokeWidth="1.5" />
        <circle cx="16" cy="16" r="3" fill="currentColor" stroke="none" />
        <path d="M16 1v5M16 26v5M1 16h5M26 16h5" strokeWidth="1.5" />
        <circle cx="23.4" cy="8.6" r="3.5" className="fill-signal stroke-ground" strokeWidth="2" />
      </svg>
      <span className="text-lead leading-none font-semibold tracking-[-0.01em] font-stretch-expanded">
        {short}
      </span>
    </span>
  )
}
