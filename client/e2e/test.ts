import { type BrowserContext, test as base, expect } from '@playwright/test'
import { newDataDir, removeDataDir, residentMemory, type Server, startServer } from './server'

export { expect }

type Problems = {
  /** Lets this test pass although the browser reports problems that match. */
  allow(pattern: RegExp): void
}

/** `test` with a shop of its own per worker; console errors and failed requests of the browser fail it. */
export const test = base.extend<{ problems: Problems }, { server: Server }>({
  server: [
    // Playwright reads the names of the fixtures from this pattern: it must be one, even when empty.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const dataDir = await newDataDir()
      try {
        const server = await startServer(dataDir)
        await use(server)
        const memory = await residentMemory(server.pid)
        await server.stop()
        if (memory === undefined) return
        console.log(`memory of the server: ${memory.toFixed(0)} MiB`)
        expect(memory, 'memory of the server in MiB').toBeLessThan(150)
      } finally {
        await removeDataDir(dataDir)
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ server }, use) => use(server.url),

  problems: async ({ context }, use) => {
    const allowed: RegExp[] = []
    const seen = watch(context)
    await use({ allow: (pattern) => allowed.push(pattern) })
    expect(
      seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
      'what the browser complained about',
    ).toEqual([])
  },

  // Every page watches for problems, whether the test asks for them or not.
  page: async ({ page, problems: _ }, use) => use(page),
})

function watch(context: BrowserContext) {
  const seen: string[] = []
  context.on('weberror', (error) => seen.push(`exception: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('requestfailed', (request) => {
    // Leaving a page aborts what it was still loading.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') seen.push(`request: ${reason} ${request.url()}`)
  })
  return seen
}
