// The one script of a page that the server has rendered. Such a page can be read and its links followed without the
// application, so that the tags of that wait in a template until the page and its largest picture are there, or until
// somebody acts.
const starting = new AbortController()

function start() {
  if (starting.signal.aborted) return
  starting.abort()
  document.head.append(document.getElementById('application').content)
}

function whenIdle() {
  if ('requestIdleCallback' in window) requestIdleCallback(start)
  else setTimeout(start)
}

for (const act of ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin'])
  addEventListener(act, start, { passive: true, signal: starting.signal })
if (document.readyState === 'complete') whenIdle()
else addEventListener('load', whenIdle, { signal: starting.signal })

// The last button that somebody presses before it works is pressed again then.
const taking = new AbortController()
let pressed
addEventListener(
  'click',
  ({ target }) => {
    pressed = target.closest('button') ?? pressed
  },
  { capture: true, signal: taking.signal },
)
addEventListener('submit', (event) => event.preventDefault(), { signal: taking.signal })
addEventListener(
  'takenover',
  () => {
    taking.abort()
    document.getElementById('application').remove()
    pressed?.click()
  },
  { once: true },
)
