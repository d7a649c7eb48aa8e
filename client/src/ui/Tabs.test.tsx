import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './Tabs'

function Product() {
  const [tab, setTab] = useState<'features' | 'specs' | 'technical'>('features')
  return (
    <Tabs
      label="Details"
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'features', label: 'Features', content: 'What it does' },
        { id: 'specs', label: 'Specifications', content: 'Figures' },
        { id: 'technical', label: 'Technical Details', content: 'Protocols' },
      ]}
    />
  )
}

const panel = () => screen.getByRole('tabpanel').textContent

test('a click selects, and the panel is named by its tab', async () => {
  render(<Product />)
  expect(panel()).toBe('What it does')
  await userEvent.click(screen.getByRole('tab', { name: 'Specifications' }))
  expect(panel()).toBe('Figures')
  expect(screen.getByRole('tabpanel', { name: 'Specifications' })).toBeDefined()
})

test('there is one tab stop; arrows go round, Home and End jump', async () => {
  render(<Product />)
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Features')
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('Technical Details')
  expect(panel()).toBe('Protocols')
  await user.keyboard('{ArrowRight}')
  expect(panel()).toBe('What it does')
  await user.keyboard('{End}')
  expect(panel()).toBe('Protocols')
  await user.keyboard('{Home}')
  expect(panel()).toBe('What it does')
  await user.tab()
  expect(document.activeElement?.getAttribute('role')).toBe('tabpanel')
})
