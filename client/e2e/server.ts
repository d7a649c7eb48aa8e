import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

// The server looks for PostgreSQL relative to its working directory: the repository's root, as with make.
export const top = resolve(import.meta.dirname, '../..')
// Variables of the caller's shell must not reach the server under test, least of all a real database.
const ours = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'PUBLIC_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ADMIN_SECOND_FACTOR',
  'SMTP_URL',
  'BLOB_URL',
  'ALLOWED_ORIGINS',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_URL',
]

let visitors = 0

/** An unused client address, whose rate limits are untouched. */
const newAddress = () => `198.18.${(++visitors >> 8) & 255}.${visitors & 255}`

export type Server = Awaited<ReturnType<typeof startServer>>

/** A folder for one server's data. Its name is short because PostgreSQL limits the length of socket paths. */
export const newDataDir = () => mkdtemp(join(tmpdir(), 'orrery-'))

/** A folder with seeded data, copied from the one that setup.ts created. */
export async function filledDataDir() {
  const dir = await newDataDir()
  await promisify(execFile)('cp', ['-a', `${process.env.FILLED_DATA_DIR}/.`, dir])
  return dir
}

export const removeDataDir = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 5 })

/** Starts the shop's binary on a free port, with additional variables, and resolves once it is ready. */
export async function startServer(dataDir: string, more: NodeJS.ProcessEnv = {}) {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: '1',
    // Tests start receivers of webhooks on this machine.
    PRIVATE_WEBHOOKS: '1',
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: dataDir,
  }
  for (const name of ours) delete env[name]
  Object.assign(env, more)
  const child = spawn(join(top, '.bin/orrery'), [], { cwd: top, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  ended.catch(() => undefined)
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }

  async function end(signal: NodeJS.Signals) {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const outcome = await Promise.race([ended, sleep(30_000, 'late' as const, { ref: false })])
    if (outcome !== 'late') return
    child.kill('SIGKILL')
    await ended
    throw new Error(`the server did not stop within 30 s of ${signal}:\n${log}`)
  }

  try {
    // Several start at once, and each creates a database.
    const url = await until(60_000, async () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error('the server ended before it was ready')
      const address = /Orrery is at (http:\/\/[^\s/]+)/.exec(log)?.[1]
      const response = address ? await fetch(`${address}/readyz`).catch(() => undefined) : undefined
      return response?.ok ? address : undefined
    })
    return {
      url,
      pid: child.pid ?? 0,
      dataDir,
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    }
  } catch (error) {
    await end('SIGKILL')
    throw new Error(`${(error as Error).message}:\n${log}`)
  }
}

/** Polls until there is a result. */
export async function until<T>(limit: number, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + limit
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`no answer within ${limit / 1000} s`)
    await sleep(10)
  }
}

/** A process's resident memory in MiB, including its program; undefined without /proc. */
export async function residentMemory(pid: number) {
  if (process.platform !== 'linux') return undefined
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

/** Sends a GraphQL document and returns its data. Without a token it is sent from an unused address. */
export async function graphql<T>(
  server: Server,
  query: string,
  variables: object,
  token?: string,
  agent = 'node',
): Promise<T> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': agent,
      ...(token ? { authorization: `Bearer ${token}` } : { 'x-forwarded-for': newAddress() }),
    },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown[] }
  if (errors) throw new Error(`the graph answered ${JSON.stringify(errors)}`)
  return data
}
