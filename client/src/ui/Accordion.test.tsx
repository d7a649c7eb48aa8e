import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Accordion } from './Accordion'

const expanded = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded')

test('one answer is open at a time, and can be closed', async () => {
  render(
    <Accordion
      items={[
        { id: 'a', title: 'First', content: 'Answer one' },
        { id: 'b', title: 'Second', content: 'Answer two' },
      ]}
    />,
  )
  expect(expanded('First')).toBe('false')
  await userEvent.click(screen.getByRole('button', { name: 'First' }))
  expect(expanded('First')).toBe('true')
  expect(screen.getByText('Answer one').hidden).toBe(false)

  await userEvent.click(screen.getByRole('button', { name: 'Second' }))
  expect(expanded('First')).toBe('false')
  expect(screen.getByText('Answer one').hidden).toBe(true)
  expect(screen.getByText('Answer two').hidden).toBe(false)

  await userEvent.click(screen.getByRole('button', { name: 'Second' }))
  expect(screen.getByText('Answer two').hidden).toBe(true)
})
