import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { offline, openApp, refusal } from '~/test/app'
import type { MockResponse } from '~/test/mockGraph'

const refused = (userErrors: object[]) => ({
  data: {
    contactMessageCreate: { __typename: 'ContactMessagePayload', received: false, replyBy: null, userErrors },
  },
})

test('a failure says so, keeps everything, and never claims to have sent it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  let given: MockResponse = offline
  const calls = openApp('/contact', {
    Contact: { data: { faqEntries: [] } },
    ContactMessageCreate: () => given,
  })
  const main = within(screen.getByRole('main'))
  const field = (name: string) => main.getByRole<HTMLInputElement>('textbox', { name })
  await user.type(await main.findByRole('textbox', { name: 'Name' }), 'Vera Visitor')
  await user.type(field('Email'), 'vera@example.com')
  await user.type(field('Subject'), 'Reach of the fixed arm')
  await user.type(field('Message'), 'Does it reach 850 mm with 5 kg?')
  const claims: string[] = []
  const watch = new MutationObserver(() => {
    if (document.body.textContent.includes('Message Sent!')) claims.push('Message Sent!')
  })
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  const send = async () => {
    await user.click(main.getByRole('button', { name: 'Send message' }))
    await act(() => vi.advanceTimersByTimeAsync(1500))
  }
  const failures: [MockResponse, RegExp][] = [
    [offline, /Couldn't send your message: the shop can't be reached\./],
    [refusal('Too many attempts. Please try again later.', 'RATE_LIMITED'), /Too many attempts\./],
    [
      new Response(JSON.stringify(refusal('The shop is very busy.')), { status: 503 }),
      /^The shop is very busy/,
    ],
    [refused([]), /Please try again\./],
  ]
  for (const [failure, message] of failures) {
    given = failure
    await send()
    expect(main.getByRole('alert').textContent).toMatch(message)
    main.getByRole('button', { name: 'Send message' })
  }

  given = refused([
    { __typename: 'UserError', message: 'Subject must have at most 200 characters', field: ['subject'] },
  ])
  await send()
  main.getByRole('textbox', { name: 'Subject', description: 'Subject must have at most 200 characters' })
  expect(document.activeElement).toBe(field('Subject'))
  expect(field('Name').value).toBe('Vera Visitor')
  expect(field('Message').value).toBe('Does it reach 850 mm with 5 kg?')
  watch.disconnect()
  expect(claims).toEqual([])
  // A message whose answer was lost arrives once.
  const sent = calls.filter(({ operationName }) => operationName === 'ContactMessageCreate')
  const keys = sent.map(({ variables }) => (variables.input as { idempotencyKey: string }).idempotencyKey)
  expect(keys[0]).toMatch(/./)
  expect(new Set(keys).size).toBe(1)
})
