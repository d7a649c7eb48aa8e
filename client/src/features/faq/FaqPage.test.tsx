import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { test } from 'vitest'
import { openApp, refusal } from '~/test/app'

test('questions that failed can be asked for again', async () => {
  const user = userEvent.setup()
  let broken = true
  const entry = { __typename: 'FaqEntry', id: '1', topic: 'CONTACT', question: 'When?', answer: 'Now.' }
  openApp('/faq', { Faq: () => (broken ? refusal('no') : { data: { faqEntries: [entry] } }) })
  await screen.findByText("Couldn't load questions.")
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'When?' })
})
