import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type Axe from 'axe-core'

const axeSource = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')

const phone = { width: 390, height: 844 }
const widthOfProject = () => test.info().project.use.viewport?.width ?? 0

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * No violation of WCAG 2.2 AA or of axe's best practices, but in `except`: what others have built and we can't mend. Of a page
 * behind a dialog nothing is looked at, because nobody can use it then.
 */
export async function axe(page: Page, ...except: string[]) {
  await check(page, except)
}

/** What styles of this shop depend on. */
const lookAttributes = ['class', 'role', 'type', 'disabled', 'open', 'hidden']
for (const state of ['busy', 'checked', 'current', 'disabled', 'expanded', 'invalid', 'pressed', 'selected'])
  lookAttributes.push(`aria-${state}`)

/** The looks that axe has found nothing wrong with at 320 px, as numbers. */
const narrowLooks = new Set<number>()

/**
 * Nothing sticks out sideways at a width of 320 px, nor does axe find anything there: what has no behaviour of its own on phones
 * needs no second run for them.
 *
 * Axe looks at a whole page, in each state, at the width of the project. What another width changes, such as sizes, places and
 * what is hidden, follows from the classes and states of an element and of the one that it is in. So it looks at 320 px at those
 * parts of a page whose looks it has not seen there.
 */
export async function noOverflow(page: Page, ...except: string[]) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 800 })
  // The fonts in place of those that are still loading are wider.
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

/** Fails with what axe finds, in parts with other looks than those that are known; answers what other looks there are. */
async function check(page: Page, except: string[], known?: number[]): Promise<number[]> {
  // What waits for its successor is dimmed, and fades back: its contrast is nobody's to read then.
  await page.waitForFunction(() => {
    const waiting = [...document.querySelectorAll('[aria-busy="true"]:not(button), [aria-busy="true"] > *')]
    const fading = document.getAnimations().some((each) => each instanceof CSSTransition)
    return !fading && waiting.every((each) => getComputedStyle(each).opacity === '1')
  })
  // To read axe takes a page as long as to be checked by it.
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
        // No rule here reads stylesheets, which axe would load and parse each time.
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

/** Begins to add up what moves by itself; answers the sum so far. To be called before the page is opened. */
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

/** With SHOTS=1: the whole page as a picture in test-results/screens, at the width of the running project; at both when it is the only one. */
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
  // Pictures load, and sections come in, when they are scrolled to.
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
