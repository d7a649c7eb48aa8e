import { request } from '~/lib/request'
import { downloadBlob } from '~/lib/saveFile'
import { getToken } from '~/lib/token'

/** The lists of GET /api/v1/exports. */
export type ExportedList =
  | 'orders'
  | 'preorders'
  | 'contacts'
  | 'customers'
  | 'reviews'
  | 'newsletter'
  | 'stock-alerts'
  | 'products'

/** The formats of files; JSON has everything of a product. */
export type ExportFormat = 'csv' | 'json'

/** The filters of an export by their names in the REST API; empty ones are ignored. */
export type ExportFilter = Record<string, string | number | boolean | undefined>

/** As the server's, in ms. */
const timeout = 10 * 60_000

const day = new Intl.DateTimeFormat('sv-SE')

/**
 * Saves a list as a file and returns its name. A file is saved only if it is complete. Rejects with a message for
 * users, which is empty if there is none.
 */
export async function downloadList(
  list: ExportedList,
  filter: ExportFilter,
  format: ExportFormat = 'csv',
): Promise<string> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const response = await request(`/api/v1/exports/${list}.${format}?${query}`, {
    headers: { authorization: `Bearer ${getToken()}` },
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) {
    // A gateway's error is no JSON.
    const answer = await response.json().catch(() => undefined)
    throw new Error(answer?.message ?? (response.status === 429 ? 'Please try again in a moment.' : ''))
  }
  const name = `${list}-${day.format(new Date())}.${format}`
  downloadBlob(await response.blob(), name)
  return name
}
