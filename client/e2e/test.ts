import { setTimeout as sleep } from 'node:timers/promises'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Response,
} from '@playwright/test'
import { createProduct } from './admin'
import { graph } from './graph'
import { filledDataDir, removeDataDir, residentMemory, type Server, startServer } from './server'

export { expect }

/** The resident memory of a server after a suite, in MiB, including its program. */
const mostMemory = 150

type Problems = {
  /** Lets this test pass although the browser reports problems that match. */
  allow(pattern: RegExp): void
}

type NewProduct = (name: string) => ReturnType<typeof createProduct>

/**
 * `test` with one server per worker. Console errors and failed requests of the browser fail a test, and so do requests
 * to other hosts: every page that the suite opens proves that there are none (docs/privacy.md).
 */
export const test = base.extend<{ problems: Problems; newProduct: NewProduct }, { server: Server }>({
  server: [
    // Playwright reads the fixtures' names from this pattern, so it must be one even if empty.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const dataDir = await filledDataDir()
      try {
        const server = await startServer(dataDir)
        await use(server)
        const memory = await memoryAtRest(server.pid)
        await server.stop()
        if (memory === undefined) return
        console.log(`memory of the server: ${memory.toFixed(0)} MiB`)
        expect(memory, 'memory of the server in MiB').toBeLessThan(mostMemory)
      } finally {
        await removeDataDir(dataDir)
      }
    },
    { scope: 'worker', timeout: 210_000 },
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

  // Creates a product and removes it from the lists, whose products other tests count, when the test ends.
  newProduct: async ({ server }, use) => {
    const made: Awaited<ReturnType<NewProduct>>[] = []
    await use(async (name) => {
      const product = await createProduct(server, name)
      made.push(product)
      return product
    })
    for (const { change } of made) await change({ listed: false })
  },

  // Every page watches for problems, whether the test uses the fixture or not. Opening or reloading one waits until the
  // application is interactive; with `commit` it does not.
  page: async ({ page, problems: _, javaScriptEnabled }, use) => {
    const { goto, reload } = page
    let bare = false
    type Options = Parameters<Page['reload']>[0]
    const opened = async (answer: Promise<Response | null>, options: Options) => {
      await answer
      if (javaScriptEnabled && !bare && options?.waitUntil !== 'commit') await takenOver(page)
      return answer
    }
    page.goto = (url, options) => opened(goto.call(page, url, options), options)
    page.reload = (options) => opened(reload.call(page, options), options)
    // Mocks only apply to the browser's requests, so the server's markup is removed, and subscriptions are blocked.
    const intercept = page.route.bind(page)
    page.route = async (url, handler, options) => {
      if (!bare && url === graph) {
        bare = true
        await takeMarkupOut(page)
        await page.routeWebSocket('**/graphql', () => {})
      }
      return intercept(url, handler, options)
    }
    await use(page)
  },
})

/** Waits until a server has released the memory of rendering and hashing: Go collects garbage within two minutes. */
async function memoryAtRest(pid: number) {
  const deadline = performance.now() + 130_000
  for (;;) {
    const memory = await residentMemory(pid)
    if (memory === undefined || memory < mostMemory || performance.now() > deadline) return memory
    await sleep(200)
  }
}

/** Removes the server's markup from every document before scripts run, as if the page had not been rendered. */
export const takeMarkupOut = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const answers = document.getElementById('first-data')
      if (document.readyState !== 'interactive' || !answers) return
      answers.remove()
      document.getElementById('root')?.replaceChildren()
    })
  })

/** Waits until the application has hydrated the page. */
export const takenOver = (page: Page) => page.locator('#application').waitFor({ state: 'detached' })

/** The document of a page as the server renders it; a busy server leaves that to the browser. */
export async function rendered(request: APIRequestContext, path: string) {
  let document = ''
  await expect(async () => {
    document = await (await request.get(path)).text()
    expect(document).toContain('id="first-data"')
  }).toPass({ timeout: 20_000 })
  return document
}

function watch(context: BrowserContext) {
  const seen: string[] = []
  context.on('weberror', (error) => {
    const { message, stack = '' } = error.error()
    // Playwright's script for a clock that another test has installed in the same context; it is in no file of ours.
    const ofPlaywright = message.endsWith("reading 'controller')") && !stack.includes('http')
    if (!ofPlaywright) seen.push(`exception: ${message}`)
  })
  context.on('console', (message) => {
    // Rejections are logged, too; the tests that provoke them check what users see.
    if (message.type() === 'error' && !/^\S.* was refused: /.test(message.text()))
      seen.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const local = ['127.0.0.1', 'localhost'].includes(hostname)
    if (!local && /^(http|ws)s?:$/.test(protocol)) seen.push(`request to somebody else: ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    // Leaving a page aborts pending requests.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') seen.push(`request: ${reason} ${request.url()}`)
  })
  return seen
}
