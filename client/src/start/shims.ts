// Globals that our modules and React Router look up when they are loaded, for an engine without browser APIs. None of
// them works: browser-only code runs in effects, which the server skips.
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
  // Loaders read an address's query; React Router also constructs one.
  URL: class {
    searchParams: Parameters

    constructor(url: string) {
      this.searchParams = new Parameters(url.replace(/^[^?]*/, ''))
    }
  },
})
