// The one script of a page that the server has rendered. Such a page can be read and its links followed without the
// application, so that the tags of that wait in a template until the page and its largest picture are there, or until
// somebody acts.
const starting = new AbortController()

/** Begins the application module by module, so that the page answers in between. */
async function start() {
  if (starting.signal.aborted) return
  starting.abort()
  const tags = document.getElementById('application').content
  const modules = [...tags.querySelectorAll('[rel=modulepreload]')]
  document.head.append(...modules)
  for (const { href } of modules) {
    await import(href).catch(() => {}) // the application says so itself
    await new Promise((resume) => setTimeout(resume))
  }
  document.head.append(tags)
}

/** Once the largest picture or text is on the screen, or a second later: not every browser tells. */
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

/** Browsers report a move for a mouse that rests where a page appears, too. */
function whenMeant({ type, movementX, movementY }) {
  if (type !== 'pointermove' || movementX || movementY) start()
}

let known = false
try {
  known = localStorage.getItem('token') !== null // lib/token.ts
} catch {
  // Where nothing can be stored, nobody is known.
}
// What the page shows to somebody who is signed in, only the application knows.
if (known) start()
for (const act of ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'])
  addEventListener(act, whenMeant, { passive: true, signal: starting.signal })
if (document.readyState === 'complete') whenShown()
else addEventListener('load', whenShown, { signal: starting.signal })

// The last button that somebody presses before it works is pressed again then (replayInput.ts).
const taking = new AbortController()
let pressed
// Fields in the order of their last change, which are changed again in the same order.
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
