import { technologies } from '../src/features/technologies/technologies'
import { axe, noOverflow, shot } from './checks'
import { answer, refusal } from './graph'
import { graphql } from './server'
import { expect, test } from './test'

const titles = [
  'AI',
  'Advanced Processors',
  'Vision Systems',
  'Manipulation',
  'Connectivity',
  'Power Management',
]

test('shows six technologies, and which products use them', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/technologies')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Technologies')
  await expect(main.getByRole('img', { name: /^Line drawing of a robot cell/ })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(titles)
  const vision = main.getByRole('article', { name: 'Vision Systems' })
  await expect(vision.getByText('620 × 390 mm')).toBeVisible()
  await expect(vision.getByRole('link')).toHaveText([
    '3D Vision System',
    'SLAM Navigation Robot',
    'Mobile Assistant',
  ])
  await expect(vision.getByRole('link', { name: '3D Vision System' })).toHaveAttribute('href', '/products/9')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'technologies')

  await test.step('the numbered list leads to the cards by keyboard', async () => {
    const link = main.getByRole('link', { name: 'Power Management' })
    const heading = page.getByRole('heading', { name: 'Power Management' })
    for (const _ of ['first time', 'again']) {
      await link.focus()
      await page.keyboard.press('Enter')
      await expect(heading).toBeInViewport()
      await expect(page).toHaveURL('/technologies#power')
    }
  })
})

/** The products whose data has the three figures of each technology. */
const sources: Record<string, string[]> = {
  neural: ['9', '9', '9'],
  security: ['3', '3', '3'],
  vision: ['9', '9', '4'],
  automation: ['3', '3', '7'],
  connectivity: ['3', '4', '2'],
  power: ['4', '4', '3'],
}

test('every figure stands in the data of its product @desktop', async ({ server }) => {
  const { productsByIds, text } = await graphql<{
    productsByIds: ({ id: string } | null)[]
    text: { sections: { anchor: string; items: { title: string }[] }[] }
  }>(
    server,
    `query ($ids: [ID!]!) {
      productsByIds(ids: $ids) {
        id
        highlights
        plate { value }
        specs { items { value } }
        technical { items }
        features { description }
      }
      text(name: TECHNOLOGIES) { sections { anchor items { title } } }
    }`,
    { ids: ['2', '3', '4', '7', '9'] },
  )
  const figures = text.sections.flatMap(({ anchor: id, items }) =>
    items.map(({ title }, index) => ({ id, value: title, productId: sources[id]?.[index] ?? '' })),
  )
  expect(figures).toHaveLength(18)
  for (const { id, value, productId } of figures) {
    const product = productsByIds.find((one) => one?.id === productId)
    expect(JSON.stringify(product), `${value} of product ${productId}`).toContain(value)
    expect(technologies[id as keyof typeof technologies]).toContain(productId)
  }
})

test('the feature cards of the home page lead to the card that they mean', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/')
  for (const [behaviour, id, title] of [
    ['Advanced Security', 'security', 'Advanced Processors'],
    ['Smart Automation', 'automation', 'Manipulation'],
    ['Neural Processing', 'neural', 'AI'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: behaviour }).click()
    await expect(page).toHaveURL(`/technologies#${id}`)
    const card = page.getByRole('article', { name: title })
    await expect(card).toBeFocused()
    await expect(card.getByRole('heading', { name: title })).toBeInViewport()
    await expect(card.getByText(behaviour, { exact: true })).toBeInViewport()
    await page.goBack()
  }
})

test('waits for the names, does without them, and leaves out what is gone', { tag: '@desktop' }, async ({
  page,
  problems,
}) => {
  problems.allow(/Technologies/)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let broken = true
  await answer(page, 'Technologies', (): ReturnType<typeof refusal> | Promise<'pass'> =>
    broken ? refusal('internal error') : held.then(() => 'pass'),
  )
  await page.goto('/technologies')
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toHaveText(/Couldn't load product names./)
  const power = main.getByRole('article', { name: 'Power Management' })
  await expect(power.getByRole('link', { name: 'Product 4' })).toHaveAttribute('href', '/products/4')
  await axe(page)

  broken = false
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('alert')).toHaveCount(0)
  await expect(power.getByRole('link')).toHaveCount(0)
  await axe(page)
  release()
  await expect(power.getByRole('link', { name: 'SLAM Navigation Robot' })).toBeVisible()

  await page.unrouteAll()
  const all = [...new Set(Object.values(technologies).flat())].sort()
  await answer(page, 'Technologies', {
    data: {
      productsByIds: all.map((id) =>
        id === '4' ? null : { __typename: 'Product', id, name: `Renamed ${id}` },
      ),
    },
  })
  await page.goto('/technologies')
  await expect(power.getByRole('link')).toHaveText(['Renamed 2', 'Renamed 6', 'Renamed 3'])
})
