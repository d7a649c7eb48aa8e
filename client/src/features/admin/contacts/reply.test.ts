import { expect, test } from 'vitest'
import { replyLink } from './reply'

const message = { name: 'Ada', email: 'ada+shop@example.com', subject: '50% & more?', message: 'One\nTwo' }

test('a reply has its receiver, subject and the message quoted', () => {
  const link = new URL(replyLink(message))
  expect(decodeURIComponent(link.pathname)).toBe('ada+shop@example.com')
  expect(link.searchParams.get('subject')).toBe('Re: 50% & more?')
  expect(link.searchParams.get('body')).toBe('Hello Ada,\r\n\r\n\r\n\r\n> One\r\n> Two')
})

test('a long message is quoted in part, without a torn character', () => {
  const link = replyLink({ ...message, message: '🤖'.repeat(501) })
  expect(new URL(link).searchParams.get('body')).toMatch(/> (🤖){500}…$/u)
})
