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

/** What narrows an export, by its names in the REST API; what is empty or absent narrows nothing. */
export type ExportFilter = Record<string, string | number | boolean | undefined>

/** The server gives up then. */
const timeout = 10 * 60_000

const day = new Intl.DateTimeFormat('sv-SE')

/**
 * Saves a list as a file, whole or not at all, and answers its name. Rejects with a sentence for people, or without one
 * when there was no answer.
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
