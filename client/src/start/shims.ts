// What our modules and React Router look for in a browser when they are loaded, for an engine that has the language alone.
// Nothing here works: what a page does only in a browser, it does in effects, which don't run on the server.
import { Parameters } from './parameters'

const nothing = () => {}
const storage = { getItem: () => null, setItem: nothing, removeItem: nothing }

Object.assign(globalThis, {
  window: globalThis,
  self: globalThis,
  addEventListener: nothing,
  navigator: { onLine: true },
  history: { state: { key: 'server' } },
  localStorage: storage,
  sessionStorage: storage,
  console: { log: nothing, warn: nothing, error: nothing },
  setTimeout: nothing,
  clearTimeout: nothing,
  queueMicrotask: (run: () => void) => void Promise.resolve().then(run),
  URLSearchParams: Parameters,
  // Loaders read the query of an address; React Router makes one, and uses it where it navigates.
  URL: class {
    searchParams: Parameters

    constructor(url: string) {
      this.searchParams = new Parameters(url.replace(/^[^?]*/, ''))
    }
  },
})
