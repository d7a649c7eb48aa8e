import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { zoneAt } from './day'
import { When } from './values'

const at = new Date(2020, 2, 1, 9, 5).toISOString()
const full = `March 1, 2020, 09:05 ${zoneAt(at)}`

it.each([
  ['in a row', { short: true }, 'Mar 1, 2020'],
  ['elsewhere', {}, 'Mar 1, 2020, 09:05'],
  ['as a deadline', { zone: true }, `Mar 1, 2020, 09:05 ${zoneAt(at)}`],
])('a moment %s has all of itself with the time zone in its tooltip', (_, look, text) => {
  render(<When value={at} {...look} />)
  expect(zoneAt(at)).not.toBe('')
  expect(screen.getByTitle(full).textContent).toBe(text)
})
