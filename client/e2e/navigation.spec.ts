import type { Page } from '@playwright/test'
import { openAdmin } from './admin'
import { graph } from './graph'
import { expect, test } from './test'

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Scrolls as somebody would, and waits until the page has been told of it. */
async function scrollDown(page: Page, y: number) {
  await page.evaluate(
    (top) =>
      new Promise<void>((done) => {
        window.addEventListener('scroll', () => done(), { once: true })
        window.scrollTo({ top, behavior: 'instant' })
      }),
    y,
  )
  await expect.poll(() => scrolled(page)).toBe(y)
}

test('starts a page at its top with the focus on its heading, and goes back to the place and the link', async ({
  page,
}) => {
  await page.goto('/')
  const link = page.getByRole('link', { name: 'View Details: Mobile Assistant' })
  await link.scrollIntoViewIfNeeded()
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(300)
  await link.click()
  await expect(heading(page, 'Mobile Assistant')).toBeFocused()
  expect(await scrolled(page)).toBe(0)

  await scrollDown(page, 640)
  await page.goBack()
  await expect(heading(page, 'Retail Automation')).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(place)
  await expect(link).toBeFocused()

  await page.goForward()
  await expect(heading(page, 'Mobile Assistant')).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(640)
})

test('goes back to the place in a list that has to be loaded again, and keeps it over a reload', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/products')
  await expect(page.getByRole('article')).toHaveCount(10)
  await scrollDown(page, 2400)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect.poll(() => scrolled(page)).toBe(2400)

  // The other document has nothing in its memory: module and list come late.
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await scrolled(page)).toBe(0)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(graph, async (route) => {
    await held
    await route.fallback()
  })
  await page.goBack()
  await expect(page.locator('main .skeleton').first()).toBeAttached()
  release()
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect.poll(() => scrolled(page)).toBe(2400)
})

test('moves nothing when a filter changes, and gives each filter its place back @desktop', async ({
  page,
}) => {
  await page.goto('/products')
  await expect(page.getByRole('article')).toHaveCount(10)
  await scrollDown(page, 300)
  await page.getByText('Mobile Robotics', { exact: true }).click()
  await expect(page).toHaveURL(/category=mobile/)
  await expect(page.getByRole('article')).not.toHaveCount(10)
  expect(await scrolled(page)).toBe(300)
  await scrollDown(page, 700)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect.poll(() => scrolled(page)).toBe(300)
  await page.goForward()
  await expect.poll(() => scrolled(page)).toBe(700)
})

test('leads to the part of a page that an address names, also when the page comes late @desktop', async ({
  page,
}) => {
  await page.goto('/#featured-products')
  await expect(page.locator('#featured-products')).toBeInViewport()
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
})

test('header, rating and plans break no word where they are narrow', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  await openAdmin(page, server, '/admin')
  for (const width of [1024, 768, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/products/1', '/admin']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path !== '/admin')
        await expect(page.getByRole('heading', { name: 'Purchase', exact: true })).toBeAttached()
      const broken = () =>
        page.evaluate(async () => {
          // Parts that are far below have no layout before they come near, and ask for their fonts once they have.
          for (const part of document.querySelectorAll<HTMLElement>('main *'))
            if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible'
          document.body.getBoundingClientRect()
          await document.fonts.ready
          const words: string[] = []
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          for (let text = texts.nextNode(); text; text = texts.nextNode())
            for (const { 0: word, index } of text.textContent?.matchAll(/\p{L}{3,}/gu) ?? []) {
              const range = document.createRange()
              range.setStart(text, index)
              range.setEnd(text, index + word.length)
              const tops = [...range.getClientRects()]
                .filter((box) => box.width > 1)
                .map(({ top }) => Math.round(top))
              if (new Set(tops).size > 1) words.push(word)
            }
          return words
        })
      expect(await broken(), `${path} at ${width}`).toEqual([])
    }
  }
})
