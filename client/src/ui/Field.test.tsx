import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasswordField, TextField } from './Field'

function textOf(ids: string | null) {
  return ids?.split(' ').map((id) => document.getElementById(id)?.textContent)
}

test('label, hint and error belong to the control', () => {
  render(
    <TextField label="Email" required hint="We never share it." error="Please enter a valid email address" />,
  )
  const input = screen.getByLabelText('Email')
  expect(textOf(input.getAttribute('aria-describedby'))).toEqual([
    'We never share it.',
    'Please enter a valid email address',
  ])
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.hasAttribute('required')).toBe(true)
})

test('a field without an error is not invalid', () => {
  render(<TextField label="Company" />)
  const input = screen.getByLabelText('Company')
  expect(input.hasAttribute('aria-describedby')).toBe(false)
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  expect(screen.queryByText('optional')).not.toBeNull()
})

test('a password can be shown and hidden again', async () => {
  render(<PasswordField label="Password" required />)
  const input = screen.getByLabelText('Password') as HTMLInputElement
  expect(input.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.type).toBe('password')
})
