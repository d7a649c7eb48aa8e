import type { Page } from '@playwright/test'
import { createAccount, signInAs } from './accounts'
import { openAdmin } from './admin'
import { axe, noOverflow, shot } from './checks'
import { answer } from './graph'
import { addToCart } from './orders'
import { expect, test } from './test'

const fit = (page: Page) => page.getByRole('region', { name: 'Fit check' })
const mass = (page: Page) => fit(page).getByLabel('Part mass, kg')

test('says below a comparison what fits, with the part that is asked for', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/compare?products=3,7,8')
  await expect(fit(page).getByText('Gripper 0.9 kg leaves 5.1 kg of 6 kg')).toBeVisible()
  await expect(fit(page).getByText('No conflicts found.')).toBeVisible()
  // It stands below a long table; a line above it says the result and leads there.
  await page.getByRole('button', { name: 'Fit check: No conflicts found.' }).click()
  await expect(fit(page)).toBeFocused()
  await expect(fit(page).getByRole('heading', { level: 3 })).toHaveText([
    'Six-Axis Fixed Arm with Parallel Gripper',
    'Six-Axis Fixed Arm with Linear Slider Rail',
  ])
  await mass(page).fill('3,5')
  await expect(fit(page).getByText('Gripper 0.9 kg and part 3.5 kg leave 1.6 kg of 6 kg')).toBeVisible()
  await expect(
    fit(page).getByText(
      "Part 3.5 kg is 0.5 kg more than the gripper's payload of 3 kg (by friction; 5 kg by shape)",
    ),
  ).toBeVisible()
  await expect(
    fit(page).getByText('Arm 24 kg, gripper 0.9 kg and part 3.5 kg leave 11.6 kg of 40 kg'),
  ).toBeVisible()
  await expect(fit(page).getByText("Some products don't fit together.")).toBeVisible()
  await shot(page, 'fit-compare')
  await page.evaluate(() => scrollTo(0, 0)) // the table's head may be half behind the header
  await axe(page)
  await noOverflow(page)

  await mass(page).fill('a lot')
  await expect(mass(page)).toHaveAccessibleDescription(/between 0 and 1000 kg/)
  await mass(page).fill('3')
  await expect(
    fit(page).getByText('Part 3 kg leaves 0 kg of 3 kg (by friction; 5 kg by shape): no reserve'),
  ).toBeVisible()

  // The browser remembers the part; what is not stated is said.
  await page.goto('/compare?products=10,7')
  await expect(mass(page)).toHaveValue('3')
  await expect(fit(page).getByText('Gripper 0.9 kg and part 3 kg leave 6.1 kg of 10 kg')).toBeVisible()
  await expect(fit(page).getByText("The interfaces of the arm's tool connector are not stated")).toBeVisible()
  await expect(fit(page).getByText('some data is missing')).toBeVisible()

  await page.goto('/compare?products=2,9')
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible()
  await expect(fit(page)).toHaveCount(0)
})

test('checks the cart, warns, and stops nothing', { tag: '@desktop' }, async ({ page, server, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const { token } = await createAccount(server)
  await addToCart(server, token, { 1: 1 })
  await signInAs(page, token)
  let offline = true
  await answer(page, 'FitCheck', () => (offline ? 'offline' : Promise.resolve('pass')))
  await page.goto('/cart')
  await expect(fit(page).getByRole('alert')).toContainText("Couldn't run the fit check.")
  await axe(page)
  offline = false
  await fit(page).getByRole('button', { name: 'Try again' }).click()
  await expect(
    fit(page).getByText("The arm's payload is 6 kg (up to 2 m/s² rail acceleration)"),
  ).toBeVisible()
  await mass(page).focus()
  await page.keyboard.type('6.5')
  await expect(
    fit(page).getByText(
      "Part 6.5 kg is 0.5 kg more than the arm's payload of 6 kg (up to 2 m/s² rail acceleration)",
    ),
  ).toBeVisible()
  await shot(page, 'fit-cart')
  await page.evaluate(() => scrollTo(0, 0)) // a bar may cover half of a button elsewhere
  await axe(page)
  await noOverflow(page)
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('button', { name: 'Place order' })).toBeEnabled()
})

test('administrators state the figures', { tag: '@desktop' }, async ({ page, server }) => {
  const { main } = await openAdmin(page, server, '/admin/products/13')
  await main.getByLabel('Kind').selectOption('Rail')
  await main.getByLabel('Payload, g').fill('20 kg')
  await main.getByRole('group', { name: 'Power input' }).getByLabel('Volts from').fill('24')
  await expect(main.getByLabel('Payload, g')).toHaveAccessibleDescription(
    'Payload must be a whole number between 1 and 100000000',
  )
  await expect(main.getByRole('region', { name: 'Draft' })).toContainText("Couldn't save.")
  await main.getByLabel('Payload, g').fill('25000')
  await main.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: /^Publish / })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/compare?products=3,13')
  await expect(fit(page).getByText('Arm 24 kg leaves 1 kg of 25 kg')).toBeVisible()
})
