import { axe, noOverflow, shot } from './checks'
import { expect, test } from './test'

test('says when buying beats renting', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products/1')
  const plans = page.locator('#plans')
  // Until the plans have come, something else keeps their place.
  await plans.getByRole('list').first().scrollIntoViewIfNeeded()
  const rentOrBuy = plans.getByRole('heading', { name: 'Rent or buy' })
  await expect(rentOrBuy).toBeVisible()
  await expect(plans.getByText('Buying is cheaper from month 9.')).toBeVisible()
  await expect(
    plans.getByText('After 12 months: rented €35,988, bought €25,999. Buying costs €9,989 less.'),
  ).toBeVisible()
  await expect(plans.getByText('Machine only,')).toBeVisible()

  // With the keyboard alone: the other comparison, then a month more, then all of them.
  await plans.getByRole('radio', { name: 'Without service' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(plans.getByText('Buying is cheaper from month 26.')).toBeVisible()
  await expect(plans.getByText('With a service contract: buying adds €1,999 per month.')).toBeVisible()
  await expect(
    plans.getByText('After 12 months: rented €35,988, bought €49,987. Renting costs €13,999 less.'),
  ).toBeVisible()
  const months = plans.getByRole('slider', { name: 'Months of use' })
  await months.focus()
  await page.keyboard.press('ArrowRight')
  await expect(plans.getByText('After 13 months: rented €38,987, bought €51,986.')).toBeVisible()
  await page.keyboard.press('End')
  await expect(
    plans.getByText('After 60 months: rented €179,940, bought €145,939. Buying costs €34,001 less.'),
  ).toBeVisible()
  await months.fill('24')
  await shot(page, 'break-even')
  await axe(page)

  await plans.getByText('Hours of use', { exact: true }).click()
  await expect(plans.getByText('Buying is cheaper from month 26, after 4,000 hours of use.')).toBeVisible()
  await plans.getByRole('slider', { name: 'Hours of use per month' }).fill('80')
  await expect(plans.getByText('1,920 hours at 80 hours per month take 24 months of rent.')).toBeVisible()
  await expect(plans.getByText('After 24 months: rented €71,976, bought €73,975.')).toBeVisible()
  await plans.getByText('Costs over time as a table').click()
  await expect(plans.getByRole('row', { name: '24 €71,976 €73,975 Renting' })).toBeVisible()
  await shot(page, 'break-even-hours')
  await axe(page)
  await noOverflow(page)

  // Nothing is compared where there are no plans.
  await page.goto('/products/7')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(rentOrBuy).toBeHidden()
})
