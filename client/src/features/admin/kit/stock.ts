import { paths } from '~/lib/paths'

/** The number of units up to which stock counts as low: LowStock in shop/dashboard.go. */
export const lowStock = 3

/** The list of the products that the dashboard counts as low on stock. */
export const lowStockList = `${paths.adminProducts}?listed=yes&stock=low&sort=stock`
