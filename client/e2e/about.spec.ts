import { axe, noOverflow, shot } from './checks'
import { answer, refusal } from './graph'
import { expect, test } from './test'

const person = (id: string, name: string, role: string, avatar: object | null = null) => ({
  __typename: 'TeamMember',
  id,
  name,
  role,
  avatar,
})
const step = (id: string, title: string, description: string) => ({
  __typename: 'Milestone',
  id,
  title,
  description,
})

test('tells the story, the values, who leads the company and how it came here', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/About us/)
  await expect(main.getByText(/^Orrery Robotics builds robotic arms/)).toBeVisible()
  await expect(main.getByRole('img', { name: /^Front elevation of a canal house/ })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'What we stand for',
    'Leadership',
    'From a workshop to a catalogue',
  ])
  for (const value of [
    'Measured, then claimed',
    'Safe by construction',
    'Open to others',
    'Made to be repaired',
  ])
    await expect(main.getByRole('heading', { level: 3, name: value })).toBeVisible()

  const leaders = main.getByRole('article')
  await expect(leaders).toHaveCount(2)
  await expect(leaders.nth(0)).toHaveText('AVAnnelies VerhoevenCo-founder and Chief Executive Officer')
  await expect(leaders.nth(1)).toHaveText('RMRafael MonteiroCo-founder and Chief Technology Officer')

  const steps = main.getByRole('list').filter({ hasText: '2025 Q1' }).getByRole('listitem')
  await expect(steps).toHaveText([
    /^2025 Q1Workshop in Amsterdam/,
    /^2025 Q2First arm within ±0.03 mm/,
    /^2025 Q3Retail pilot on a rail/,
    /^2025 Q4Series production/,
    /^2026 Q1Ten products, one catalogue/,
  ])

  await expect(main.getByRole('link', { name: /^See the machines/ })).toHaveAttribute('href', '/products')
  await expect(main.getByRole('link', { name: /^Talk to an engineer/ })).toHaveAttribute('href', '/contact')
  await axe(page)
  await noOverflow(page)
  await shot(page, 'about')
})

test('loads people and timeline each for itself, and asks again for what failed', {
  tag: '@desktop',
}, async ({ page, problems }) => {
  problems.allow(/Leadership|Milestones/)
  let broken = true
  let release = () => {}
  const held = new Promise<'pass'>((resolve) => {
    release = () => resolve('pass')
  })
  await answer(page, 'Leadership', () => (broken ? refusal('internal error') : Promise.resolve('pass')))
  await answer(page, 'Milestones', held)
  await page.goto('/about')
  const main = page.getByRole('main')
  // One has failed, the other is still on its way: the story stands either way.
  await expect(main.getByRole('alert')).toHaveText(/Couldn't load the leadership team./)
  await expect(main.getByRole('status').filter({ hasText: 'Loading the timeline' })).toBeAttached()
  await expect(main.getByRole('heading', { name: 'Measured, then claimed' })).toBeVisible()

  release()
  await expect(main.getByRole('heading', { name: 'Series production' })).toBeVisible()
  await expect(main.getByRole('alert')).toHaveCount(1)
  await axe(page)
  await noOverflow(page)
  broken = false
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('article')).toHaveCount(2)
  await expect(main.getByRole('alert')).toHaveCount(0)
})

test('says so when nobody and nothing is listed, with a way on @desktop', async ({ page }) => {
  await answer(page, 'Leadership', { data: { team: { nodes: [] } } })
  await answer(page, 'Milestones', { data: { companyHistory: { nodes: [] } } })
  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'No profiles yet' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  await expect(main.getByRole('heading', { name: 'No milestones yet' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Explore Products' })).toHaveAttribute('href', '/products')
  await axe(page)
})

test('holds more people and steps, portraits, long texts and titles without a quarter', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.route('**/media/portrait-*', (route) =>
    route.fulfill({ path: 'public/images/industrial-robot.jpg' }),
  )
  const avatar = {
    __typename: 'Media',
    url: '/media/portrait-640.jpg',
    width: 640,
    height: 480,
    widths: [320, 640],
  }
  await answer(page, 'Leadership', {
    data: {
      team: {
        nodes: [
          person('1', 'Annelies Verhoeven', 'Chief Executive Officer', avatar),
          person(
            '2',
            'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine',
            'Head of a department with a name that needs more than a line of the plate',
          ),
          person('3', 'Jan van der Berg', 'Engineer'),
          person('4', 'Ada', 'Engineer'),
          person('5', 'Ida Solberg', 'Engineer'),
        ],
      },
    },
  })
  await answer(page, 'Milestones', {
    data: {
      companyHistory: {
        nodes: [
          ...['2024 Q3', '2024 Q4', '2025 Q1', '2025 Q2', '2025 Q3', '2025 Q4'].map((quarter, index) =>
            step(
              quarter,
              `${quarter}: Step number ${index + 1}`,
              'Something was measured. '.repeat(index * 4),
            ),
          ),
          step('7', 'A step without a quarter', 'When it was, nobody wrote down.'),
          step('8', '2026 Q2: Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', 'Done.'),
        ],
      },
    },
  })
  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(main.getByRole('article')).toHaveCount(5)
  await expect(main.getByRole('article').nth(2)).toHaveText(/^JB/)
  // The picture repeats the name beside it: decoration, in the form that fits.
  const portrait = main.getByRole('article').first().getByRole('presentation')
  await expect(portrait).toHaveAttribute(
    'srcset',
    '/media/portrait-320.jpg 320w, /media/portrait-640.jpg 640w',
  )
  await expect(main.getByRole('heading', { name: 'A step without a quarter' })).toBeVisible()
  await expect(main.getByRole('heading', { name: /^Donau/ })).toBeVisible()
  await axe(page)
  await noOverflow(page)
  await shot(page, 'about-many')
})
