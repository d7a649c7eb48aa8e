import { request } from '~/lib/request'
import { getToken } from '~/lib/token'

/** An entry of a file that can't be read. */
type Fault = { line: number; column: string; message: string }

/** The numbers of a file's entries by outcome. */
export type Imported = {
  booked: number
  proposed: number
  waiting: number
  known: number
  pending: number
  outgoing: number
  lines: Fault[]
}

const mostBytes = 8 << 20
const timeout = 130_000
const unknown = 'It is not known whether the file was imported. Import it again: nothing is booked twice.'

const refused = (why: string) => new Error(`${why.replace(/\.$/, '')}. Nothing was imported.`)

/** Sends a bank statement to POST /api/v1/statements. Rejects with a message for users. */
export async function importStatement(file: File): Promise<Imported> {
  if (file.size > mostBytes) throw refused('The file must have at most 8 MiB')
  const response = await request(`/api/v1/statements?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${getToken()}`, 'content-type': 'application/xml' },
    body: file,
    signal: AbortSignal.timeout(timeout),
  }).catch(() => undefined)
  // A gateway's error is not JSON.
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok && answer) return answer
  const why = answer?.errors?.file ?? answer?.message
  // A server that fails, or a lost response, may have imported the file.
  throw why && response && response.status < 500 ? refused(why) : new Error(unknown)
}

/** The outcomes with their numbers in words, without those of none. */
export function inWords({ booked, proposed, waiting, known, pending, outgoing }: Imported): string {
  const parts = [
    [booked, 'booked'],
    [proposed, 'proposed'],
    [waiting, 'without a match'],
    [known, 'already imported'],
    [pending, 'not booked by the bank yet'],
    [outgoing, 'outgoing'],
  ] as const
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${count} ${what}`)
      .join(', ') || 'no entries'
  )
}
