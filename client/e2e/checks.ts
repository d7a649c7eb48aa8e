import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type Axe from 'axe-core'

const axeSource = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')

export const phone = { width: 390, height: 844 }
const widthOfProject = () => test.info().project.use.viewport?.width ?? 0

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Asserts that axe finds no violations of WCAG 2.2 AA or its best practices, except in `except`: third-party markup
 * that we can't fix. The page behind an open dialog is skipped, as it is inert.
 */
export async function axe(page: Page, ...except: string[]) {
  await check(page, except)
}

/** Properties that this shop's styles depend on. */
const lookAttributes = ['class', 'role', 'type', 'disabled', 'open', 'hidden']
for (const state of ['busy', 'checked', 'current', 'disabled', 'expanded', 'invalid', 'pressed', 'selected'])
  lookAttributes.push(`aria-${state}`)

/** Hashes of the styles in which axe has found nothing at 320 px. */
const narrowLooks = new Set<number>()

/**
 * Asserts that nothing overflows horizontally at 320 px, and that axe finds nothing there, so that pages without
 * behaviour of their own on phones need no second run. Axe checks a whole page, in each state, at the project's width.
 * What depends on the width, such as sizes, positions and visibility, follows from the classes and states of an element
 * and its parent. At 320 px it therefore checks only the elements whose styles it has not seen there.
 */
export async function noOverflow(page: Page, ...except: string[]) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 800 })
  // Fallback fonts are wider than those still loading.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const { width, wide } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    wide: [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > 321)
      .slice(0, 10)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`),
  }))
  expect(width, `scroll width at 320 px; beyond the edge: ${wide.join(', ')}`).toBeLessThanOrEqual(320)
  if (widthOfProject() > phone.width)
    for (const looks of await check(page, except, [...narrowLooks])) narrowLooks.add(looks)
  if (before) await page.setViewportSize(before)
}

/**
 * Fails with axe's findings in elements whose styles are not among the known ones; returns the hashes of the others.
 */
async function check(page: Page, except: string[], known?: number[]): Promise<number[]> {
  // Content about to be replaced is dimmed and fades, so its contrast doesn't count.
  await page.waitForFunction(() => {
    const waiting = [...document.querySelectorAll('[aria-busy="true"]:not(button), [aria-busy="true"] > *')]
    const fading = document.getAnimations().some((each) => each instanceof CSSTransition)
    return !fading && waiting.every((each) => getComputedStyle(each).opacity === '1')
  })
  // Parsing axe takes a page as long as being checked by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { found, looks } = await page.evaluate(
    async ({ except, rules, known, lookAttributes }) => {
      const scope = document.querySelector('dialog:modal') ?? document.documentElement
      let include: Element[] = [scope]
      const looks = new Set<number>()
      if (known) {
        const old = new Set(known)
        const describe = (element: Element | null) =>
          element && [element.localName, ...lookAttributes.map((name) => element.getAttribute(name))].join()
        const unseen = new Set<Element>()
        for (const element of scope.querySelectorAll('*')) {
          let hash = 0
          for (const letter of `${describe(element.parentElement)} > ${describe(element)}`)
            hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
          if (old.has(hash) || !element.checkVisibility()) continue
          looks.add(hash)
          unseen.add(element)
        }
        const within = ({ parentElement }: Element): boolean =>
          parentElement !== null && (unseen.has(parentElement) || within(parentElement))
        include = [...unseen].filter((element) => !within(element))
      }
      if (include.length === 0) return { found: [], looks: [] }
      const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run(
        { include, exclude: except },
        // None of these rules reads stylesheets, which axe would load and parse each time.
        { runOnly: rules, resultTypes: ['violations'], preload: { assets: ['media'] } },
      )
      const found = violations.map(({ id, help, nodes }) => ({
        id,
        help,
        at: nodes.map((node) => node.target.join(' ')),
      }))
      return { found, looks: [...looks] }
    },
    { except, rules: axeRules, known, lookAttributes },
  )
  expect(found, 'violations that axe found').toEqual([])
  return looks
}

/** Starts to sum up layout shifts; returns a function for the sum so far. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift)
}

/** Keeps toasts, also those to come, as if the window had lost the focus. */
export const holdToasts = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('blur')))

/** Lets toasts go again after their time. */
export const releaseToasts = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** Makes the page's own pauses of so many milliseconds last five seconds. Call it before the page is opened. */
export const stretchPause = (page: Page, ms: number) =>
  page.addInitScript((ms) => {
    const { setTimeout } = window
    window.setTimeout = ((run: TimerHandler, after?: number, ...rest: unknown[]) =>
      setTimeout(run, after === ms ? 5000 : after, ...rest)) as typeof setTimeout
  }, ms)

/** Waits for a text that the page shows for a moment only. Call it before what causes it, and await it afterwards. */
export const shown = (page: Page, text: string) =>
  page.waitForFunction((text) => document.body.textContent?.includes(text), text)

/**
 * With SHOTS=1: a full-page screenshot in test-results/screens, at the project's width, or at both widths if it is the
 * only project.
 */
export async function shot(page: Page, name: string) {
  if (process.env.SHOTS !== '1') return
  await picture(page, `${name}-${widthOfProject()}`)
  const before = page.viewportSize()
  if (!before || !test.info().tags.includes('@desktop')) return
  await page.setViewportSize(phone)
  await picture(page, `${name}-${phone.width}`)
  await page.setViewportSize(before)
}

async function picture(page: Page, name: string) {
  // Pictures load, and sections appear, when scrolled into view.
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise((done) => setTimeout(done, 50))
    }
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
  await page.screenshot({
    path: `test-results/screens/${name}.png`,
    fullPage: true,
    scale: 'css',
    animations: 'disabled',
  })
}
