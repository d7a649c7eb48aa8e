import type { Page } from '@playwright/test'
import { axe, noOverflow, shot, watchShifts } from './checks'
import { graph, operationOf, operationsOf } from './graph'
import { expect, rendered, test } from './test'

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('preOrderProduct') ?? 'null'))
const region = (page: Page, heading: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, level: 2 }) })

test('says what the specification says, in order and without barriers', async ({ page }) => {
  await rendered(page.request, '/')
  const asked = operationsOf(page)
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Retail Automation')
  await expect(main.getByText('Welcome to the Future')).toBeVisible()
  await expect(
    main.getByText(/24\/7 operation, programmable intelligence and exclusive technology/),
  ).toBeVisible()
  await expect(main.getByRole('img', { name: /six-axis robotic arm with a parallel gripper/i })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Explore Products' }).first()).toHaveAttribute(
    'href',
    '/products',
  )
  await expect(main.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')

  await expect(region(page, 'Featured Products').getByRole('article')).toHaveCount(3)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Featured Products',
    'What every machine does',
    'Pricing Transparency',
    'See it at work',
    'Why Choose Us',
    'Our Capabilities',
    'Solutions Overview',
    'Ready to Get Started',
  ])
  for (const [name, target] of [
    ['Advanced Security', '#security'],
    ['Smart Automation', '#automation'],
    ['Neural Processing', '#neural'],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', `/technologies${target}`)
  }
  const why = region(page, 'Why Choose Us')
  await expect(why.getByRole('heading', { level: 3 })).toHaveText([
    'Innovation First',
    'Expert Team',
    '24/7 Support',
    'Quality Assured',
  ])
  await expect(why.getByText('Round-the-clock technical support and maintenance.')).toBeVisible()
  await expect(why.getByText(/ISO certified manufacturing and rigorous testing/)).toBeVisible()
  await expect(why.getByText('99.9%')).toBeVisible()
  await expect(why.getByText('24/7', { exact: true })).toBeVisible()
  await expect(region(page, 'Our Capabilities').getByRole('link', { name: 'Learn More' })).toHaveCount(4)

  const solutions = region(page, 'Solutions Overview')
  await expect(solutions.getByText('Coming Soon')).toBeVisible()
  await expect(solutions.getByRole('link', { name: 'Explore Products' })).toHaveAttribute('href', '/products')
  await expect(solutions.getByRole('link', { name: 'View Software' })).toHaveAttribute('href', '/software')
  await expect(main.getByRole('link', { name: 'Browse Our Collection' })).toHaveAttribute('href', '/products')
  await expect(main.getByRole('link', { name: 'View More' })).toHaveAttribute('href', '/products')

  expect(asked).not.toContain('Home')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'home')
})

test('shows phones the middle of the first picture, as high as its place', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const arm = page.getByRole('img', { name: /six-axis robotic arm with a parallel gripper/i })
  const shown = () => arm.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(shown).toMatch(/\/images\/hero-robot-phone-\d+\.avif$/)
  // A flatter place would enlarge it, and the dimensions over it would be off.
  for (const height of [844, 560]) {
    await page.setViewportSize({ width: 390, height })
    const box = await arm.boundingBox()
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeLessThan(1.26)
  }
  await page.setViewportSize({ width: 640, height: 844 })
  await expect.poll(shown).toMatch(/\/images\/hero-robot-\d+\.avif$/)
})

test('shows programming and control beside a film that stops when it is scrolled away', async ({ page }) => {
  await page.goto('/')
  const demo = region(page, 'See it at work')
  await expect(demo.getByRole('heading', { name: 'Programming and control' })).toBeVisible()
  await expect(demo.getByRole('img', { name: /^Path of a job/ })).toBeVisible()
  await demo.getByRole('heading', { name: 'Programming and control' }).scrollIntoViewIfNeeded()
  await expect(demo.getByRole('heading', { name: 'Real-World Application' })).toBeVisible()
  await demo.getByRole('button', { name: 'Play: Real-World Application' }).click()
  const paused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
  await expect(demo.getByText(/^0:0[1-9] \/ 0:10$/)).toBeAttached()
  expect(await paused()).toBe(false)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(paused).toBe(true)
})

test('lays the prices, features and figures of four parts open, and hands over what is pre-ordered', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/')
  await test.step('scrolls down to the featured products and moves the focus there', async () => {
    await page.getByRole('button', { name: 'Scroll down to the featured products' }).click()
    const featured = page.locator('#featured-products')
    await expect(featured).toBeFocused()
    await expect(featured.getByRole('heading', { name: 'Featured Products' })).toBeInViewport()
  })

  const pricing = region(page, 'Pricing Transparency')
  const cards = [
    { title: 'Arm Only', badge: 'Most Popular', to: '/products/3', price: '$22,999.00', figure: '900 mm' },
    {
      title: 'Mobile SLAM Base',
      badge: 'Best Seller',
      to: '/products/4',
      price: '$15,999.00',
      figure: '100 kg',
    },
    { title: 'Linear Slider Rail', to: '/products/8', price: 'Price to be announced', figure: '1500 mm' },
    { title: 'Gripper', to: '/products/7', price: 'Price to be announced', figure: '80 mm' },
  ]
  await expect(pricing.getByRole('heading', { level: 3 })).toHaveText(cards.map(({ title }) => title))
  for (const { title, badge, to, price, figure } of cards) {
    const card = pricing
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await expect(card.getByText(price)).toBeVisible()
    await expect(card.getByRole('heading', { name: 'Key Features' })).toBeVisible()
    await expect(card.getByRole('listitem').first()).toBeVisible()
    await expect(card.getByRole('heading', { name: 'Technical Specs' })).toBeVisible()
    await expect(
      card
        .getByRole('definition')
        .getByText(figure, { exact: true })
        .or(card.getByText(figure, { exact: true }))
        .first(),
    ).toBeVisible()
    await expect(card.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', to)
    if (badge) await expect(card.getByText(badge)).toBeVisible()
    else await expect(card.getByText(/Most Popular|Best Seller/)).toHaveCount(0)
  }

  await pricing.getByRole('button', { name: 'Pre-order Now: Arm Only' }).click()
  await expect(page).toHaveURL('/preorder')
  expect(await stored(page)).toEqual({
    id: '3',
    name: 'Arm Only',
    productName: 'Six-Axis Fixed Arm',
    image: '/images/industrial-robot.jpg',
    category: 'Arm Only',
  })

  await test.step('hands a featured product over with its id, picture and category', async () => {
    await page.goBack()
    const card = page.getByRole('article').filter({ hasText: 'Mobile Assistant' })
    await expect(card.getByRole('link', { name: 'View Details' })).toHaveAttribute('href', '/products/2')
    await card.getByRole('button', { name: 'Pre-order Now' }).click()
    await expect(page).toHaveURL('/preorder')
    expect(await stored(page)).toEqual({
      id: '2',
      name: 'Mobile Assistant',
      productName: 'Mobile Assistant',
      image: expect.stringMatching(/^\/images\/mobile-assistant-card-\d+\.jpg$/),
      category: 'Mobile Robotics / Domestic',
    })
  })
})

test('stands without its data, and each list can be asked for again', { tag: '@desktop' }, async ({
  page,
  problems,
}) => {
  problems.allow(/503|graphql/i)
  let broken = true
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(graph, async (route) => {
    if (operationOf(route.request()).operationName !== 'Home') return route.fallback()
    await held
    return broken ? route.fulfill({ status: 503, body: '' }) : route.fallback()
  })
  await page.goto('/')
  // While the answer is on its way, the ways on are there.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading the featured products' })).toBeAttached()
  const pricing = region(page, 'Pricing Transparency')
  await expect(pricing.getByRole('heading', { level: 3 })).toHaveCount(4)
  await expect(pricing.getByRole('link', { name: 'Learn More: Gripper' })).toHaveAttribute(
    'href',
    '/products/7',
  )
  await axe(page)

  release()
  await expect(page.getByRole('alert')).toHaveText([
    /Couldn't load featured products./,
    /Couldn't load prices./,
  ])
  await expect(page.getByRole('link', { name: 'Explore Products' }).first()).toBeVisible()
  await axe(page)
  await noOverflow(page)

  broken = false
  await pricing.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(pricing.getByText('$22,999.00')).toBeVisible()
  await expect(region(page, 'Featured Products').getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retail Automation')
  await expect(page.getByRole('heading', { name: 'Ready to Get Started' })).toBeVisible()
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('brings the hero in within the times of the specification, and moves nothing by itself @desktop', async ({
    page,
  }) => {
    const shifted = await watchShifts(page)
    await page.goto('/')
    const timing = (name: string | RegExp, role: 'heading' | 'link' | 'button') =>
      page
        .getByRole('main')
        .getByRole(role, { name })
        .first()
        .evaluate((element) => {
          const { animationDelay, animationDuration } = getComputedStyle(
            element.closest('[class*="stagger-"]') ?? element,
          )
          return `${animationDuration} after ${animationDelay}`
        })
    expect(await timing('Retail Automation', 'heading')).toBe('0.8s after 0.2s')
    const text = (words: string) =>
      page
        .getByText(words)
        .evaluate(
          (element) => getComputedStyle(element.closest('[class*="stagger-"]') ?? element).animationDelay,
        )
    expect(await text('Welcome to the Future')).toBe('0.4s')
    expect(await text('Machines for the sales floor')).toBe('0.6s')
    expect(await timing('Explore Products', 'link')).toBe('0.8s after 0.8s')
    expect(await timing(/^Scroll down/, 'button')).toBe('0.8s after 1.2s')
    await expect(region(page, 'Featured Products').getByRole('article')).toHaveCount(3)
    await page.waitForLoadState('networkidle')
    expect(await shifted()).toBeLessThan(0.02)
  })

  test('reveals at 80% of the window: cards in 0.5 s, the film in 1 s; parts the backdrop by 80, 160, 240 px @desktop', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(region(page, 'Featured Products').getByRole('article')).toHaveCount(3)
    const block = region(page, 'See it at work').locator('[data-reveal=scale]')
    const duration = (reveal: typeof block) =>
      reveal.evaluate((element) => getComputedStyle(element).transitionDuration.split(', ')[0])
    /** Scrolls until the block's top is at this share of the window. */
    const bringTo = (share: number) =>
      block.evaluate((element, at) => {
        const { transform } = getComputedStyle(element)
        const shrunk =
          transform === 'none' ? 0 : ((1 - new DOMMatrix(transform).a) / 2) * element.clientHeight
        const top = element.getBoundingClientRect().top - shrunk
        scrollBy({ top: top - innerHeight * at, behavior: 'instant' })
      }, share)
    await expect(block).toHaveCSS('opacity', '0')
    await bringTo(0.85)
    // Two frames, in which the observer would have reported.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(block).toHaveCSS('opacity', '0')
    await bringTo(0.7)
    await expect(block).toHaveCSS('opacity', '1')
    expect(await duration(block)).toBe('1s')
    const card = page
      .locator('[data-reveal]')
      .filter({ has: page.getByRole('heading', { name: 'Quality Assured' }) })
    await card.scrollIntoViewIfNeeded()
    await expect(card).toHaveCSS('opacity', '1')
    expect(await duration(card)).toBe('0.5s')

    const drifts = await page
      .locator('[class~=parallax]')
      .evaluateAll((layers) => layers.map((layer) => getComputedStyle(layer).getPropertyValue('--parallax')))
    expect(drifts).toEqual(['80px', '160px', '240px'])
  })
})

test('a press anywhere on a featured card opens its product @desktop', async ({ page }) => {
  await page.goto('/')
  const card = page.locator('#featured-products').getByRole('heading', { level: 3 }).first()
  await card.scrollIntoViewIfNeeded()
  const box = await card.boundingBox()
  if (!box) throw new Error('no card')
  // As a mouse does it: what is under it when it goes down has to be there when it comes up.
  await page.mouse.move(box.x + 10, box.y + 10)
  await page.mouse.down()
  await page.waitForTimeout(150)
  await page.mouse.up()
  await expect(page).toHaveURL(/\/products\/\d+$/)
})
