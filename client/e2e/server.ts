import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

// The server looks for its PostgreSQL from where it is started: from the top, as make does.
const top = resolve(import.meta.dirname, '../..')
// What the caller's shell has set must not reach the server under test, least of all a real database.
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

/** The address of somebody who has not been here yet, whose allowances are unused. */
const newAddress = () => `198.18.${(++visitors >> 8) & 255}.${visitors & 255}`

export type Server = Awaited<ReturnType<typeof startServer>>

/** A folder for one server's data. The name is short because PostgreSQL limits the length of socket paths. */
export const newDataDir = () => mkdtemp(join(tmpdir(), 'orrery-'))

/** A folder with the data that a shop makes at its first start, copied from the one that setup.ts has made. */
export async function filledDataDir() {
  const dir = await newDataDir()
  await promisify(execFile)('cp', ['-a', `${process.env.FILLED_DATA_DIR}/.`, dir])
  return dir
}

export const removeDataDir = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 5 })

/** Starts the shop's binary on a free port, with more variables if there are any, and resolves as soon as it answers. */
export async function startServer(dataDir: string, more: NodeJS.ProcessEnv = {}) {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: '1',
    // The receivers of webhooks that tests start are on this machine.
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
    const outcome = await Promise.race([ended, sleep(15_000, 'late' as const, { ref: false })])
    if (outcome !== 'late') return
    child.kill('SIGKILL')
    await ended
    throw new Error(`the server did not stop within 15 s of ${signal}:\n${log}`)
  }

  try {
    // Several start at once, and each makes its database anew.
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

/** Asks again and again until there is an answer. */
export async function until<T>(limit: number, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + limit
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`no answer within ${limit / 1000} s`)
    await sleep(10)
  }
}

/** Memory in MiB that is resident for a process, the pages of its program included; undefined where there is no /proc. */
export async function residentMemory(pid: number) {
  if (process.platform !== 'linux') return undefined
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

/** Sends a document to the graph and returns its data. Without a token it is from somebody new. */
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
