import { paths } from '~/lib/paths'

/** The list of the products that the dashboard counts as low on stock. */
export const lowStockList = `${paths.adminProducts}?listed=yes&stock=low&sort=stock`
