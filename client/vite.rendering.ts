import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { parse } from 'graphql'
import type { Plugin } from 'vite'
import { fills, mockResultsFrom, readSchema } from './src/test/mockResults'
import { settings } from './src/test/settings'

/** The interface of the rendering script (src/start/server.tsx). */
type Script = {
  addresses: string[]
  requests: (address: string) => Promise<string>
  render: (address: string, answers: string, settings: string) => Promise<string>
  caught: unknown[] // see noteCaught
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const onError = 'function onError() {}'

/** Globals of Node that the server's engine lacks (web/ssr/renderer.go), including locale formats. */
const leaveOut = `
  for (const name of ['Intl', 'WebAssembly', 'console']) delete globalThis[name]
  for (const { prototype } of [Number, BigInt, Date, Array])
    for (const name of Object.getOwnPropertyNames(prototype))
      if (name.startsWith('toLocale')) delete prototype[name]
  delete Object.prototype.toLocaleString
`

/** Records caught errors: React leaves out a boundary whose module fails like one that is still loading. */
const noteCaught = `
  globalThis.caught = []
  Promise.prototype.catch = function (handle) {
    return this.then(undefined, (error) => {
      caught.push(error)
      return handle(error)
    })
  }
`

/** Renders every public page with several sets of data, as the server's engine would. */
async function renderAll(code: string) {
  const location = { origin: 'https://shop.example', href: 'https://shop.example/' }
  const context = createContext({ location }) as unknown as Script
  runInContext(leaveOut + noteCaught, context)
  runInContext(code, context, { filename: 'pages.js' })
  const schema = readSchema(at('../graph/schema'))
  const operations: Record<string, string> = JSON.parse(readFileSync(at('operations.gen.json'), 'utf8'))
  for (const path of context.addresses) {
    const address = `${path.replace(/:\w+/, '1')}?products=1,2&q=text`
    const requests: { extensions: { persistedQuery: { sha256Hash: string } } }[] = JSON.parse(
      await context.requests(address),
    )
    for (const fill of Object.values(fills)) {
      const answer = mockResultsFrom(schema, fill)
      const answers = requests.map(({ extensions: { persistedQuery } }) =>
        answer(parse(operations[persistedQuery.sha256Hash] ?? '')),
      )
      await context.render(address, JSON.stringify(answers), JSON.stringify(settings))
      if (context.caught.length > 0) throw context.caught[0]
    }
  }
}

/** The stack lines of an error that are in our modules, innermost first. */
function origins({ stack = '' }: Error, map: SourceMapPayload): string[] {
  const lines = new SourceMap(map)
  return [...stack.matchAll(/pages\.js:(\d+):(\d+)/g)].flatMap(([, line, column]) => {
    const found = lines.findEntry(Number(line) - 1, Number(column) - 1)
    if (!('originalSource' in found) || !/^(?!.*node_modules).*\/src\//.test(found.originalSource)) return []
    return `${found.originalSource.replace(/^.*?src\//, 'src/')}:${found.originalLine + 1}`
  })
}

/** Verifies that the server can run the script: the build fails and names the module that uses browser-only APIs. */
export function rendering(): Plugin[] {
  return [
    {
      // React doesn't report why it leaves a boundary out.
      name: 'rendering-errors',
      transform: {
        filter: { id: /react-dom-server-legacy\.browser\.production\.js$/ },
        handler(code) {
          if (!code.includes(onError)) this.error('no onError to replace')
          const telling = 'function onError(error) { globalThis.renderingErrors.push(error) }'
          return { code: code.replace(onError, telling), map: null }
        },
      },
    },
    {
      name: 'rendering-check',
      config: () => ({ build: { sourcemap: 'hidden' } }),
      async generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') {
            if (file.fileName.endsWith('.map')) delete bundle[file.fileName]
            continue
          }
          const heavy = Object.keys(file.modules).find((id) => id.includes('/node_modules/three/'))
          if (heavy) this.error(`${heavy} is for browsers alone`)
          try {
            await renderAll(file.code)
          } catch (error) {
            const from = origins(error as Error, file.map as unknown as SourceMapPayload)
            this.error(
              `a page can't be rendered: ${error} (see docs/decisions/011-server-rendering.md)\n` +
                from.slice(0, 3).join('\n'),
            )
          }
        }
      },
    },
  ]
}
