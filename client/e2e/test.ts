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

/** MiB that are resident for a server after a suite, its program included. */
const mostMemory = 150

type Problems = {
  /** Lets this test pass although the browser reports problems that match. */
  allow(pattern: RegExp): void
}

type NewProduct = (name: string) => ReturnType<typeof createProduct>

/**
 * `test` with a shop of its own per worker; console errors and failed requests of the browser fail it, and so does a request to
 * anybody else, so that every page that is visited anywhere in the suite shows that there are none (docs/privacy.md).
 */
export const test = base.extend<{ problems: Problems; newProduct: NewProduct }, { server: Server }>({
  server: [
    // Playwright reads the names of the fixtures from this pattern: it must be one, even when empty.
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

  // Makes a product that leaves the lists, whose products other tests count, when the test ends.
  newProduct: async ({ server }, use) => {
    const made: Awaited<ReturnType<NewProduct>>[] = []
    await use(async (name) => {
      const product = await createProduct(server, name)
      made.push(product)
      return product
    })
    for (const { change } of made) await change({ listed: false })
  },

  // Every page watches for problems, whether the test asks for them or not.
  // Opening one, or once more, ends when the application works, as somebody would find it after a moment; with `commit` it does
  // not wait.
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
    // Whoever gives answers in the graph's place means the ones that the browser asks for, with nobody to tell it otherwise.
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

/** Gives a server time to return what it rendered pages and hashed passwords with: Go collects garbage within two minutes. */
async function memoryAtRest(pid: number) {
  const deadline = performance.now() + 130_000
  for (;;) {
    const memory = await residentMemory(pid)
    if (memory === undefined || memory < mostMemory || performance.now() > deadline) return memory
    await sleep(200)
  }
}

/** Takes the server's rendering out of every document before a script sees it: what is left is what comes without one. */
export const takeMarkupOut = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const answers = document.getElementById('first-data')
      if (document.readyState !== 'interactive' || !answers) return
      answers.remove()
      document.getElementById('root')?.replaceChildren()
    })
  })

/** Waits until the application has taken the page over from the server's markup. */
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
    // Playwright's script for the clock that another test has installed in the same context, in no file of ours.
    const ofPlaywright = message.endsWith("reading 'controller')") && !stack.includes('http')
    if (!ofPlaywright) seen.push(`exception: ${message}`)
  })
  context.on('console', (message) => {
    // What the shop refuses is logged too; the test that provokes it looks at what people see of it.
    if (message.type() === 'error' && !/^\S.* was refused: /.test(message.text()))
      seen.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const local = ['127.0.0.1', 'localhost'].includes(hostname)
    if (!local && /^(http|ws)s?:$/.test(protocol)) seen.push(`request to somebody else: ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    // Leaving a page aborts what it was still loading.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') seen.push(`request: ${reason} ${request.url()}`)
  })
  return seen
}
