import { readFile } from 'node:fs/promises'
import { machines } from '../src/features/software/samples/machines'
import { axe, noOverflow, shot } from './checks'
import { expect, test } from './test'

const tabs = [
  { id: 'control', name: 'Control' },
  { id: 'ide', name: 'Visual IDE' },
  { id: 'mobile', name: 'Mobile' },
]

test('says what exists of the suite and what is coming, and shows code with what it needs', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/software')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Software')
  await expect(main.getByText('Coming Soon').first()).toBeVisible()
  await expect(main.getByRole('listitem').filter({ hasText: /^ROS Noetic driver.*Available/ })).toBeVisible()
  await expect(main.getByRole('listitem').filter({ hasText: /^Visual IDE.*Coming Soon/ })).toBeVisible()
  await expect(main.getByRole('tab')).toHaveText(tabs.map(({ name }) => name))
  const film = main.getByRole('heading', { name: 'Demo video' }).locator('..')
  await expect(film.getByText('Coming Soon')).toBeVisible()

  for (const { id, name } of tabs) {
    await main.getByRole('tab', { name }).click()
    const panel = main.getByRole('tabpanel', { name })
    for (const heading of ['Sample code', 'Build steps', 'Features', 'Documentation'])
      await expect(panel.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect(panel.getByRole('table', { name: 'Dependencies' })).toBeVisible()
    await expect(panel.getByRole('table', { name: 'System requirements' }).getByRole('cell')).toContainText([
      'Ubuntu 20.04',
      'ROS Noetic',
      'C++17',
      'CMake 3.10+',
    ])
    await axe(page)
    await noOverflow(page)
    await shot(page, `software-${id}`)
  }
})

test('keeps the tab in the address, without filling the history @desktop', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'View Software' }).click()
  const tab = (name: string) => page.getByRole('tab', { name, selected: true })
  await expect(tab('Control')).toBeVisible()
  await tab('Control').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/software?tab=ide')
  await expect(tab('Visual IDE')).toBeFocused()
  await page.keyboard.press('End')
  await expect(page).toHaveURL('/software?tab=mobile')
  await page.reload()
  await expect(tab('Mobile')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goto('/software?tab=nonsense')
  await expect(tab('Control')).toBeVisible()
})

test('copies code as it stands, and selects it where copying is refused', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/software')
  const main = page.getByRole('main')
  const manifest = await readFile('src/features/software/samples/package.xml', 'utf8')
  await main.getByRole('button', { name: 'Copy package.xml' }).click()
  await expect(main.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(manifest)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await main.getByRole('button', { name: 'Copy CMakeLists.txt' }).click()
  await expect(main.getByText('Selected. Press Ctrl+C to copy.')).toBeVisible()
  expect((await page.evaluate(() => String(getSelection()))).trim()).toBe(
    (await readFile('src/features/software/samples/CMakeLists.txt', 'utf8')).trim(),
  )
})

test('scrolls long lines inside their block by keyboard @desktop', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/software')
  const code = page.getByRole('region', { name: 'src/move_arm.cpp, C++' })
  await code.focus()
  await expect(code).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => code.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollLeft)).toBe(0)
})

test('the job file has the steps that the home page shows @desktop', async ({ page }) => {
  await page.goto('/')
  const demo = page
    .getByRole('main')
    .locator('section')
    .filter({
      has: page.getByRole('heading', { name: 'See it at work' }),
    })
  await expect(demo.getByRole('listitem')).toHaveCount(5)
  const cells = await demo
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => [...item.children].slice(1).map((cell) => cell.textContent)))
  await page.goto('/software?tab=ide')
  const code = page.getByRole('region', { name: 'repack.job.yaml, YAML' })
  const steps = ((await code.textContent()) ?? '').split('\n').filter((line) => line.startsWith('  - '))
  expect(steps).toHaveLength(cells.length)
  for (const [index, [step, target, value]] of cells.entries()) {
    expect(steps[index]).toContain(`- ${step?.toLowerCase()}: `)
    expect(steps[index]).toContain(`: ${target},`)
    expect(steps[index]).toContain(`: ${value} }`)
  }
})

test('the mobile client and the command work against this shop @desktop', async ({ page, server }) => {
  const arms = await machines(server.url, 'industrial')
  expect(arms.map(({ name }) => name)).toContain('Six-Axis Fixed Arm')
  expect(arms.find(({ id }) => id === '3')).toEqual({
    id: '3',
    name: 'Six-Axis Fixed Arm',
    model: 'ORR-A6-900',
    stock: expect.any(Number),
    comingSoon: false,
    price: { amount: '22999.00', currency: 'USD' },
  })
  await expect(machines(`${server.url}/no-shop`, 'industrial')).rejects.toThrow(/The shop answered \d+/)

  await page.goto('/software?tab=mobile')
  await expect(page.getByRole('region', { name: 'machines.ts, TypeScript' })).toContainText(
    'query Machines($category: String!)',
  )
  const command = (await page.getByRole('region', { name: 'Step 1, Shell' }).textContent()) ?? ''
  const [, url = ''] = /curl (\S+)/.exec(command) ?? []
  const [, body = ''] = /-d '(.+)'/.exec(command) ?? []
  expect(url).toBe(`${server.url}/graphql`)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { data } = (await response.json()) as { data: { products: { nodes: { name: string }[] } } }
  expect(data.products.nodes).toHaveLength(3)
})
