import { Icon } from '~/ui/Icon'

/** Opens the carrier's page about a delivery in a new tab; nothing without one. */
export const TrackingLink = ({ url }: { url: string }) =>
  url && (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-2 text-fg underline decoration-control underline-offset-4 hover:decoration-fg print:hidden"
    >
      Track delivery
      <span className="sr-only">(opens in a new tab)</span>
      <Icon name="external" className="size-4" />
    </a>
  )
