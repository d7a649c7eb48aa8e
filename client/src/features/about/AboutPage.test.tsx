import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, refusal } from '~/test/app'

const history = {
  data: {
    companyHistory: {
      __typename: 'MilestoneConnection',
      nodes: [
        { __typename: 'Milestone', id: '1', title: '2026 Q1: Series production', description: 'Begun.' },
      ],
    },
  },
}

test('a timeline that failed is asked for again, and people have their places meanwhile', async () => {
  const user = userEvent.setup()
  let broken = true
  const never = new Promise<never>(() => {})
  openApp('/about', {
    Leadership: () => never,
    Milestones: () => (broken ? refusal('internal error') : history),
  })
  const main = within(screen.getByRole('main'))
  await main.findByText("Couldn't load the timeline.", { exact: false })
  expect(main.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringContaining('Loading the leadership team'),
  )
  broken = false
  await user.click(main.getByRole('button', { name: 'Try again' }))
  await main.findByText('2026 Q1')
})
