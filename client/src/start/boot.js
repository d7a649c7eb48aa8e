// The only script of a page rendered by the server. The page can be read and its links followed without the
// application, so the application's tags wait in a template until the page and its largest picture have loaded, or the
// visitor interacts.
const starting = new AbortController()

/** Loads the application module by module, yielding to the event loop in between. */
async function start() {
  if (starting.signal.aborted) return
  starting.abort()
  const tags = document.getElementById('application').content
  const modules = [...tags.querySelectorAll('[rel=modulepreload]')]
  document.head.append(...modules)
  for (const { href } of modules) {
    await import(href).catch(() => {}) // the application reports the failure
    await new Promise((resume) => setTimeout(resume))
  }
  document.head.append(tags)
}

/** After the largest contentful paint, or a second later: not every browser reports it. */
function whenShown() {
  const shown = new PerformanceObserver(next)
  const waiting = setTimeout(next, 1000)
  function next() {
    shown.disconnect()
    clearTimeout(waiting)
    whenIdle()
  }
  shown.observe({ type: 'largest-contentful-paint', buffered: true })
}

function whenIdle() {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 1000 })
  else setTimeout(start)
}

/** Browsers also report a move for a mouse at rest when a page appears below it. */
function whenMeant({ type, movementX, movementY }) {
  if (type !== 'pointermove' || movementX || movementY) start()
}

let known = false
try {
  known = localStorage.getItem('token') !== null // lib/token.ts
} catch {
  // Storage is blocked: the visitor counts as signed out.
}
// Only the application can render what signed-in users see, so it starts at once for them.
if (known) start()
for (const act of ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'])
  addEventListener(act, whenMeant, { passive: true, signal: starting.signal })
if (document.readyState === 'complete') whenShown()
else addEventListener('load', whenShown, { signal: starting.signal })

// The last button pressed before hydration; replayInput.ts presses it again.
const taking = new AbortController()
let pressed
// Changed fields in the order of their last change, in which they are replayed.
const changed = new Set()
addEventListener(
  'change',
  ({ target }) => {
    changed.delete(target)
    changed.add(target)
  },
  { capture: true, signal: taking.signal },
)
addEventListener(
  'click',
  ({ target }) => {
    pressed = target.closest('button') ?? pressed
  },
  { capture: true, signal: taking.signal },
)
addEventListener('submit', (event) => event.preventDefault(), { signal: taking.signal })
addEventListener(
  'takeover',
  ({ detail }) => {
    taking.abort()
    detail(pressed, changed)
  },
  { once: true },
)
