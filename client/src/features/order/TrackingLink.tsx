/** Opens the carrier's page about a delivery in a new tab; nothing without one. */
export const TrackingLink = ({ url }: { url: string }) =>
  url && (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="text-fg underline underline-offset-4 print:hidden"
    >
      Track delivery
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
