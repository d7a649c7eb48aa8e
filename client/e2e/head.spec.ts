import type { APIRequestContext, Page } from '@playwright/test'
import { pages } from '../src/app/pages'
import { adminToken, createAccount, signInAs } from './accounts'
import { operationsOf } from './graph'
import { expect, rendered, takenOver, test } from './test'

/** Every page, from the one place that lists them. */
const served = Object.values(pages)
  .map(({ path }) => path as string)
  .filter((path) => !path.includes(':'))
const products = ['1', '2', '3', '6', '10'].map((id) => `/products/${id}`)

/** The pages that the server renders, with something that each of them says. */
const renderedPages = [
  ['/', 'Retail Automation', 'Pricing Transparency'],
  ['/developers', 'Developers', 'Query orders with a key'],
  ['/', 'Retail Automation', 'Real-World Application'],
  ['/', 'Retail Automation', 'An arm on a linear rail packs bottles'],
  ['/?utm_source=x&gclid=%zz', 'Retail Automation', 'Pricing Transparency'],
  ['/products', 'All Products', 'Full Details'],
  ['/products?category=industrial&utm_source=x', 'All Products', 'for category “Industrial”'],
  ['/products?q=arm&page=1', 'All Products', 'for search “arm”'],
  ['/products/1?tab=specs', 'Robotic Arm with Linear Rail', 'What customers say'],
  ['/compare?products=1,3&utm_source=x', 'Compare products', 'Six-Axis Fixed Arm'],
  ['/plan', 'Plan a robot cell', 'checks passed'],
  ['/plan?v=1&p=a3.m2500.d120_70_80.f-500_-350_540.t500_-350_540', 'Plan a robot cell', 'checks passed'],
  ['/faq?q=payment', 'Frequently asked questions', 'questions'],
  ['/products/1', 'Robotic Arm with Linear Rail', 'What customers say'],
  ['/products/5', 'Educational', 'Coming Soon'],
  ['/compare', 'Compare products', 'Add a product'],
  ['/register', 'Create', 'Password'],
  ['/about', 'About', 'Leadership'],
  ['/software', 'Software', 'Mobile'],
  ['/technologies', 'Technologies', 'Vision'],
  ['/contact', 'Contact us', 'Before you write'],
  ['/faq', 'Frequently asked questions', 'Still have a question?'],
  ['/resources', 'Resources', 'Newsletter'],
  ['/forgot-password', 'password', 'Email'],
  ['/privacy', 'Privacy', 'data'],
  ['/terms', 'Terms', 'Prices'],
  ['/sitemap', 'Sitemap', 'Products'],
]

type Thing = { '@type': string; [member: string]: unknown }

/** What schema.org's readers need of each type. */
const members: Record<string, string[]> = {
  Organization: ['name', 'url', 'logo', 'address'],
  WebSite: ['name', 'url', 'potentialAction'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  FAQPage: ['mainEntity'],
  AboutPage: ['name', 'url', 'mainEntity'],
  ContactPage: ['name', 'url', 'mainEntity'],
  Product: ['name', 'image', 'brand', 'sku', 'aggregateRating', 'review'],
  Offer: ['price', 'priceCurrency', 'availability', 'url', 'seller'],
}

/** Reads the head as a program does that runs no scripts. */
async function headOf(request: APIRequestContext, path: string) {
  const response = await request.get(path, { headers: { 'If-None-Match': '' }, maxRedirects: 0 })
  const html = await response.text()
  const plain = (text = '') => text.replaceAll('&#34;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  const meta = (name: string) =>
    plain(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1])
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  const { '@context': context, '@graph': graph = [] } = JSON.parse(data ?? '{}')
  return {
    status: response.status(),
    title: plain(/<title>([^<]*)<\/title>/.exec(html)?.[1]),
    description: meta('description'),
    canonical: plain(/<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]),
    indexed: meta('robots') !== 'noindex',
    image: meta('og:image'),
    shared: ['og:title', 'og:description', 'og:url', 'og:image:alt', 'twitter:card'].map(meta),
    context: context as string | undefined,
    graph: graph as Thing[],
  }
}

test('every page says what it is, without scripts', { tag: '@desktop' }, async ({ request, server }) => {
  expect(served.length).toBeGreaterThan(20)
  const seen = { title: new Map<string, string>(), description: new Map<string, string>() }
  const images = new Set<string>()
  for (const path of [...served, ...products]) {
    const head = await headOf(request, path)
    expect.soft(head.status, path).toBe(200)
    expect.soft(head.canonical, path).toBe(server.url + path)
    expect.soft(head.shared.every(Boolean), `${path} can be shared`).toBe(true)
    expect.soft(head.shared.slice(0, 3), path).toEqual([head.title, head.description, head.canonical])
    expect.soft(seen.title.get(head.title), `title of ${path}`).toBeUndefined()
    seen.title.set(head.title, path)
    images.add(head.image)
    if (!head.indexed) {
      expect.soft(head.graph, path).toEqual([])
      continue
    }
    expect.soft(seen.description.get(head.description), `description of ${path}`).toBeUndefined()
    seen.description.set(head.description, path)
    expect.soft(head.description.length, `description of ${path}`).toBeGreaterThan(30)
    expect.soft(head.context, path).toBe('https://schema.org')
    const types = head.graph.map((thing) => thing['@type'])
    expect.soft(types, path).toContain(path === '/' ? 'WebSite' : 'BreadcrumbList')
    for (const thing of head.graph) {
      const offer = thing.offers ? [thing.offers as Thing] : []
      for (const one of [thing, ...offer]) {
        expect.soft(Object.keys(members), path).toContain(one['@type'])
        for (const member of members[one['@type']] ?? [])
          expect.soft(one[member], `${member} of ${one['@type']} on ${path}`).toBeTruthy()
      }
    }
  }
  for (const image of images) expect.soft((await request.get(image)).status(), image).toBe(200)
})

test('every public page says what it has to say, without scripts', { tag: '@desktop' }, async ({
  request,
}) => {
  for (const [path = '', title = '', more = ''] of renderedPages) {
    const html = await rendered(request, path)
    const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
    const text = (markup = '') => markup.replaceAll(/<!--.*?-->|<[^>]*>/gs, '')
    expect.soft(text(/<h1[^>]*>(.*?)<\/h1>/s.exec(main)?.[1]), path).toContain(title)
    expect.soft(text(main), path).toContain(more)
    expect.soft(main, path).not.toContain('aria-busy="true"')
  }
})

const ofAdmins = (path: string) => /^\/admin\b/.test(path)
/** Addresses to open, by what they lead to; pages that robots may not see are for people with an account. */
const groups: Record<string, (ofAccounts: string[]) => string[]> = {
  'public pages': (ofAccounts) => served.filter((path) => !ofAccounts.includes(path) && !ofAdmins(path)),
  products: () => [...products, '/products/5', '/products/13', '/products/99', '/nowhere'],
  'addresses with parameters': () => [
    ...renderedPages.flatMap(([path = '']) => (path.includes('?') ? path : [])),
    '/contact?subject=A+gripper%27s%20force&x',
    '/products?q=it%27s+%28a%29+%26+b&page=1',
    '/products?page=0x2&sort=best&category=+Industrial',
  ],
  'account pages': (ofAccounts) => served.filter((path) => ofAccounts.includes(path) && !ofAdmins(path)),
  'the administration': () => served.filter(ofAdmins),
}

// React reports to the console when it has to make a page anew, because the server's was another one than it would make.
for (const [group, paths] of Object.entries(groups))
  test(`page and head of ${group} stay when the client takes over, and nothing is asked again`, {
    tag: '@desktop',
  }, async ({ page, request, server, problems }) => {
    problems.allow(/status of 404/) // the document of a product that there is none of
    if (group === 'account pages') await signInAs(page, (await createAccount(server)).token)
    if (group === 'the administration') await signInAs(page, await adminToken(server))
    await page.addInitScript(() => {
      localStorage.setItem(
        'preOrderProduct',
        '{"name":"Arm","productName":"Arm","image":"","category":"Arm"}',
      )
      // Every title that the page has had, for one that only flashes.
      const titles = new Set<string>()
      Object.assign(window, { titles })
      new MutationObserver(() => document.title && titles.add(document.title)).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    const asked = operationsOf(page)
    const open = async (path: string) => {
      const isRendered = renderedPages.some(([first]) => first === path)
      if (isRendered) await rendered(request, path)
      const before = await headOf(request, path)
      asked.length = 0
      // Pictures that are still to come say nothing about the head.
      await page.goto(path, { waitUntil: 'commit' })
      const heading = isRendered && (await page.locator('main h1').elementHandle())
      await takenOver(page)
      if (heading) {
        await page.waitForLoadState('networkidle')
        expect.soft(await heading.evaluate((element) => element.isConnected), path).toBe(true)
        // What this browser has looked at before is known to nobody else, and what fits is asked once the page stands.
        expect
          .soft(
            asked.filter((name) => !['RecentlyViewed', 'FitCheck', 'ArmLoad'].includes(name)),
            path,
          )
          .toEqual([])
      }
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
      const { pathname, search } = new URL(page.url())
      expect.soft(pathname + search, path).toBe(path)
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
      expect.soft(await running(page), `animations of ${path}, though less motion is asked for`).toBe(0)
      const titles = await page.evaluate(() => [...(window as unknown as { titles: Set<string> }).titles])
      expect.soft(titles, path).toEqual([before.title])
      expect.soft(await shown(page), path).toEqual({
        description: before.description,
        canonical: before.canonical,
        indexed: before.indexed,
        image: before.image,
        things: before.graph.length > 0 ? 1 : 0,
      })
    }
    const forbidden = /^Disallow: (.+)$/gm
    const robots = await (await request.get('/robots.txt')).text()
    const accountPages = [...robots.matchAll(forbidden)].map(([, path = '']) => path)
    for (const path of paths(accountPages)) await open(path)
  })

const running = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)

const shown = (page: Page) =>
  page.evaluate(() => {
    const content = (name: string) =>
      document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"], meta[property="${name}"]`)?.content
    return {
      description: content('description'),
      canonical: document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href,
      indexed: content('robots') !== 'noindex',
      image: content('og:image'),
      things: document.querySelectorAll('script[type="application/ld+json"]').length,
    }
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('links with a query lead to whole pages', { tag: '@desktop' }, async ({ page, request }) => {
    for (const path of ['/?utm_source=x', '/products?category=industrial']) await rendered(request, path)
    await page.goto('/?utm_source=x')
    await expect(page.getByRole('heading', { name: 'Real-World Application' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Play video' })).toHaveAttribute(
      'href',
      '/films/rail-arm.mp4',
    )
    await page.getByRole('contentinfo').getByRole('link', { name: 'Industrial' }).click()
    await expect(page).toHaveURL('/products?category=industrial')
    await expect(page.getByRole('heading', { name: 'Six-Axis Fixed Arm' })).toBeVisible()
  })
})

test('structured data leaves with its page', { tag: '@desktop' }, async ({ page, server }) => {
  await page.goto('/products?q=mobile+assistant')
  await expect(page.getByRole('article')).toHaveCount(1)
  expect((await shown(page)).things).toBe(1)
  await page.getByRole('link', { name: 'Mobile Assistant', exact: true }).click()
  await expect(page).toHaveTitle(/^Mobile Assistant/)
  expect(await shown(page)).toMatchObject({
    description: expect.stringMatching(/^Slim indoor robot/),
    canonical: `${server.url}/products/2`,
    things: 0,
  })
  await expect(page.locator('meta[property^="og:image:"]')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveTitle('All Products | Orrery Robotics')
  expect(await shown(page)).toMatchObject({
    canonical: `${server.url}/products?q=mobile+assistant`,
    things: 0,
  })
})

test('the shop can be kept among the apps of a phone', { tag: '@desktop' }, async ({ page, request }) => {
  await page.goto('/terms')
  const session = await page.context().newCDPSession(page)
  const { url, errors, data = '{}' } = await session.send('Page.getAppManifest')
  expect(url).toMatch(/\/site\.webmanifest$/)
  expect(errors).toEqual([])
  const links = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((all) =>
      all.map((link) => ({ src: (link as HTMLLinkElement).href, sizes: link.getAttribute('sizes') })),
    )
  expect(links).toHaveLength(3)
  for (const { src, sizes } of [...JSON.parse(data).icons, ...links]) {
    const response = await request.get(src)
    expect.soft(response.status(), src).toBe(200)
    if (!src.endsWith('.png')) continue
    const png = await response.body() // width and height are the first two numbers of its first part
    expect.soft(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes || '180x180')
  }
})
