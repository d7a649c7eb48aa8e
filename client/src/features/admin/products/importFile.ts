import { request } from '~/lib/request'
import { getToken } from '~/lib/token'

/**
 * An error in a line of a file, whose header is line 1. In JSON, `line` is the position of a product and `column` its
 * field. `column` is empty if the error concerns the whole line.
 */
export type Fault = { line: number; column: string; message: string }

/** The numbers of products in the file. With faults nothing is imported. */
export type Import = { created: number; changed: number; unchanged: number; faults: Fault[] }

/** The most faults that the server reports. */
export const mostFaults = 100

const mostBytes = 4 << 20
const timeout = 60_000
const failed = 'The file could not be sent. Please try again.'

/** Reads a file once, so that the import has the content of the dry run. Rejects with a message for users. */
export async function readFile(file: File): Promise<ArrayBuffer> {
  if (!/\.(csv|json)$/i.test(file.name))
    throw new Error('Choose a CSV or JSON file. Spreadsheets can save as CSV.')
  if (file.size > mostBytes) throw new Error('The file must have at most 4 MiB')
  return file.arrayBuffer().catch(() => {
    throw new Error('The file could not be read.')
  })
}

export const isJSON = (name: string) => name.toLowerCase().endsWith('.json')

/** Sends a file to POST /api/v1/imports/products; a dry run changes nothing. Rejects with a message for users. */
export async function importProducts(name: string, file: ArrayBuffer, dryRun: boolean): Promise<Import> {
  const response = await request(`/api/v1/imports/products?dryRun=${dryRun}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${getToken()}`,
      'content-type': isJSON(name) ? 'application/json' : 'text/csv',
    },
    body: file,
    signal: AbortSignal.timeout(timeout),
  }).catch(() => undefined)
  // A gateway's error is not JSON.
  const answer = await response?.json().catch(() => undefined)
  if (response?.status === 422 && answer?.lines)
    return { created: 0, changed: 0, unchanged: 0, faults: answer.lines }
  if (!response?.ok || !answer) throw new Error(answer?.errors?.file ?? answer?.message ?? failed)
  const { created, changed, unchanged, lines: faults } = answer
  return { created, changed, unchanged, faults }
}
