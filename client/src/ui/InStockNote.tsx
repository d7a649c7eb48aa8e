import { settings } from '~/lib/settings'

/** Tells customers that products in stock need no pre-order. */
export function InStockNote({
  of: { stock, isPreorder, leadTime },
}: {
  of: { stock: number; isPreorder: boolean; leadTime: string | null }
}) {
  if (isPreorder || stock < 1 || !leadTime) return null
  return (
    <p className="text-small text-muted">
      In stock: delivered in {leadTime}. Pre-orders take {settings().periods.preorderDays} days.
    </p>
  )
}
