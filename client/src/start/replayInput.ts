// Records what the visitor does before hydration, and replays it afterwards.
import { yieldToBrowser } from '~/lib/yieldToBrowser'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
    return control.value !== first?.value
  }
  return isCheckable(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}

/** The props that React stores on an element once it is hydrated. */
function propsOf(element: Element): { checked?: unknown; value?: unknown } | undefined {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
  return key === undefined ? undefined : (element as unknown as Record<string, object>)[key]
}

const isHydrated = (element: Element) => propsOf(element) !== undefined

/** Whether an element's value differs from the one React knows; a change made during hydration is lost otherwise. */
function isOutOfSync(control: Control): boolean {
  const { checked, value } = propsOf(control) ?? {}
  if (isCheckable(control)) return checked !== undefined && checked !== control.checked
  return value !== undefined && String(value ?? '') !== control.value
}

/** How often to repeat a change that React does not notice, such as a number that it formats differently. */
const maxRepeats = 5

const wait = () => new Promise((resume) => setTimeout(resume, 50))

/**
 * React hydrates a page part by part, some parts only after their code has loaded; forms then reset to their initial
 * values, and clicks are lost. This records input, choices and clicks in parts that are not hydrated. The returned
 * function replays them in the same order as soon as they are.
 */
export function recordInput(): () => Promise<void> {
  const waiting = new Set<Control | HTMLButtonElement>(
    document.querySelectorAll<Control | HTMLButtonElement>('#root :is(button, input, textarea, select)'),
  )
  const fields = [...waiting].filter((control) => !(control instanceof HTMLButtonElement)) as Control[]
  // Changes to replay, oldest first.
  const changes = new Map<Control, string | boolean>()
  const note = (control: Control) => {
    // Only the checked radio button of a group counts.
    if (control.type === 'radio' && !(control as HTMLInputElement).checked) return
    changes.delete(control)
    changes.set(control, isCheckable(control) ? control.checked : control.value)
  }
  const noteLost = (but?: Control) => {
    for (const control of fields)
      if (control !== but && control.isConnected && !changes.has(control) && isOutOfSync(control))
        note(control)
  }

  let pressed: HTMLButtonElement | undefined
  let changed: Iterable<Control> = []
  // What boot.js has recorded.
  const detail = (button: HTMLButtonElement | undefined, fields: Iterable<Control>) => {
    pressed = button
    changed = fields
  }
  window.dispatchEvent(new CustomEvent('takeover', { detail }))
  for (const control of new Set([...changed, ...fields]))
    if (waiting.has(control) && isTouched(control)) note(control)

  const isWaiting = (element: Element | null) =>
    waiting.has(element as Control) && !isHydrated(element as Control)
  const holding = new AbortController()
  const early = { capture: true, signal: holding.signal }
  const noteEarly = ({ target, isTrusted }: Event) => {
    const control = target as Control
    if (isTrusted && (isWaiting(control) || changes.has(control))) note(control)
  }
  const hold = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLInputElement | HTMLButtonElement>('button, input')
    if (!control || !event.isTrusted) return
    // A choice waits for earlier ones.
    const box = !(control instanceof HTMLButtonElement) && isCheckable(control) ? control : undefined
    if (box) noteLost(box)
    if (!isWaiting(control) && !(box && changes.size > 0)) return
    event.stopPropagation()
    if (control instanceof HTMLInputElement) return note(control)
    event.preventDefault()
    pressed = control
  }
  addEventListener('input', noteEarly, early)
  addEventListener('click', hold, early)
  addEventListener('submit', (event) => isHydrated(event.target as Element) || event.preventDefault(), early)

  /** Replays changes up to the first one in a part that is not hydrated. */
  const repeat = async () => {
    for (const [control, was] of changes) {
      if (control.isConnected && isWaiting(control)) return
      for (let times = 0; times < maxRepeats; times++) {
        if (!control.isConnected || changes.get(control) !== was) break
        if (times > 0) await wait()
        type(control, was)
        await yieldToBrowser()
        if (!isOutOfSync(control)) break
      }
      if (changes.get(control) === was) changes.delete(control)
    }
  }

  return async () => {
    for (;;) {
      for (const control of waiting) if (!control.isConnected || isHydrated(control)) waiting.delete(control)
      await repeat()
      if (pressed && !waiting.has(pressed)) {
        pressed.click()
        pressed = undefined
      }
      if (waiting.size === 0 && changes.size === 0) break
      await wait()
    }
    await forceLayout()
    noteLost()
    await repeat()
    holding.abort()
    document.getElementById('application')?.remove()
  }
}

/** Lays out content below the fold (`content-visibility` in styles.css), part by part. */
async function forceLayout() {
  const parts = document.querySelectorAll<HTMLElement>(
    '#root :is(article ~ article, section ~ section, footer)',
  )
  for (const part of parts) {
    part.style.contentVisibility = 'initial'
    part.getBoundingClientRect()
    await yieldToBrowser()
  }
  for (const part of parts) part.style.contentVisibility = ''
}

/** Sets the value again in a way that triggers React's change event: React compares it with the last value it saw. */
function type(control: Control, was: string | boolean) {
  if (isCheckable(control)) {
    control.checked = !was
    control.click()
    return
  }
  control.value = ''
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  set?.call(control, was)
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}
