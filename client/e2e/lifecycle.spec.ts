import { readdir, readlink } from 'node:fs/promises'
import { graphql, newDataDir, removeDataDir, residentMemory, type Server, startServer, until } from './server'
import { test as base, expect } from './test'

const account = { name: 'Ada Keeper', email: 'ada@example.com', password: 'Keeps-Data-1!' }

type Signed = { token: string | null; userErrors: { message: string }[] }
const register = (server: Server) =>
  graphql<{ userRegister: Signed }>(
    server,
    'mutation ($input: UserRegisterInput!) { userRegister(input: $input) { token userErrors { message } } }',
    { input: account },
  )
const login = (server: Server) =>
  graphql<{ userLogin: Signed }>(
    server,
    'mutation ($input: UserLoginInput!) { userLogin(input: $input) { token userErrors { message } } }',
    { input: { email: account.email, password: account.password } },
  )

// These tests start and stop servers of their own, on a data folder that each test has to itself.
const test = base.extend<{ dataDir: string; start: () => Promise<Server> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  dataDir: async ({}, use) => {
    const dir = await newDataDir()
    await use(dir)
    await removeDataDir(dir)
  },
  start: async ({ dataDir }, use) => {
    const started: Server[] = []
    await use(async () => {
      const server = await startServer(dataDir)
      started.push(server)
      return server
    })
    for (const server of started) await server.stop()
  },
})

test.describe('the server', { tag: '@desktop' }, () => {
  test('keeps its data over a restart', async ({ start }) => {
    const first = await start()
    expect((await register(first)).userRegister).toEqual({ token: expect.any(String), userErrors: [] })
    await first.stop()

    const second = await start()
    const memory = await residentMemory(second.pid)
    expect((await login(second)).userLogin).toEqual({ token: expect.any(String), userErrors: [] })

    if (memory !== undefined) expect(memory, 'memory at rest in MiB').toBeLessThan(60)
  })

  // Which processes belong to a data folder can only be asked of /proc.
  if (process.platform === 'linux') {
    test('killed outright, leaves no database behind and starts again', async ({ start, dataDir }) => {
      const first = await start()
      expect((await register(first)).userRegister.userErrors).toEqual([])
      expect(await processesIn(dataDir)).not.toEqual([])

      await first.kill()
      await until(30_000, async () => ((await processesIn(dataDir)).length === 0 ? true : undefined))

      const second = await start()
      expect((await login(second)).userLogin.userErrors).toEqual([])
    })
  }
})

/** The processes that work in a folder, as every process of a PostgreSQL does in its data. */
async function processesIn(dir: string) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, i) => folders[i]?.startsWith(dir))
}
