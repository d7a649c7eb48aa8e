import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Server, until } from './server'

/** An email's plain text, and the addresses in it. */
export type Letter = { subject: string; text: string; links: string[] }

/**
 * The latest email to an address, optionally with a subject; waits until there are `count` of them. The server under
 * test stores emails as files whose names sort in the order in which they were caused.
 */
export async function letterTo(
  server: Server,
  email: string,
  { subject, count = 1 }: { subject?: string; count?: number } = {},
): Promise<Letter> {
  return until(30_000, async () => {
    const found = await lettersTo(server, email, subject)
    return found.length >= count ? found.at(-1) : undefined
  })
}

/** All emails to an address so far, oldest first. */
export async function lettersTo(server: Server, email: string, subject?: string): Promise<Letter[]> {
  const folder = join(server.dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  const letters = await Promise.all(
    files.map(async (name) => read(await readFile(join(folder, name), 'utf8'))),
  )
  return letters.filter((one) => one.to === email && (subject === undefined || one.subject === subject))
}

/** Parses an email as the shop writes it: two parts, plain text first and both quoted-printable. */
function read(file: string): Letter & { to: string } {
  const [head = '', ...parts] = file.replaceAll('\r\n', '\n').split('\n\n')
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(head.replace(/\n[ \t]+/g, ' '))?.[1] ?? ''
  const boundary = /boundary="?([^\s";]+)/.exec(head)?.[1]
  const [plain = ''] = parts.slice(1).join('\n\n').split(`\n--${boundary}`)
  const text = unquote(plain)
  return {
    to: /<([^>]*)>$/.exec(header('To'))?.[1] ?? header('To'),
    subject: header('Subject'),
    text,
    links: text.match(/https?:\/\/\S+/g) ?? [],
  }
}

function unquote(text: string) {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
