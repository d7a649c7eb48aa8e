import { faqEntryPath } from '~/features/faq/address'
import { paths } from '~/lib/paths'
import { readSession, removeSession, sessionKeys, writeSession } from '~/lib/storage'
import type { AnswersQuery } from './ChatAnswers.gen'

/** A passage quoted from the shop's texts, and the page it is on. */
export type Quote = { title: string; text: string; to: string; source: string }

/** A question and its reply: quotes (none if nothing matches), a failure, or neither while the search runs. */
export type Turn = { question: string; quotes?: Quote[]; failure?: string }

/** The quotes in a response. */
export function quotesOf({ answers }: AnswersQuery): Quote[] {
  return answers.map(({ title, text, source }) =>
    source.__typename === 'Product'
      ? { title, text, to: paths.product(source.id), source: source.model ?? 'Product page' }
      : { title, text, to: faqEntryPath(source.id), source: 'FAQ' },
  )
}

/** This tab's stored conversation; invalid turns are left out. */
export function readTranscript(): Turn[] {
  const stored = readSession(sessionKeys.chat)
  return Array.isArray(stored) ? stored.filter(isTurn) : []
}

/** Stores the conversation, without a question whose search is still running. */
export function saveTranscript(turns: readonly Turn[]): void {
  const over = turns.filter(({ quotes, failure }) => quotes || failure)
  if (over.length > 0) writeSession(sessionKeys.chat, over)
  else removeSession(sessionKeys.chat)
}

const isText = (value: unknown) => typeof value === 'string'

function isQuote(value: unknown): value is Quote {
  const { title, text, to, source } = Object(value)
  return [title, text, to, source].every(isText) && to.startsWith('/')
}

function isTurn(value: unknown): value is Turn {
  const { question, quotes, failure } = Object(value)
  return isText(question) && (isText(failure) || (Array.isArray(quotes) && quotes.every(isQuote)))
}
