import { readSession, removeSession, type SessionKey, writeSession } from '~/lib/storage'
import type { ContactValues } from './contactSchema'

export const emptyMessage: ContactValues = { name: '', email: '', subject: '', message: '' }

/** What the page that led here has already filled in. */
export type SubjectPreset = Partial<Pick<ContactValues, 'subject' | 'message'>>

/**
 * The message in progress. A preset replaces what the draft says, but only once: after a reload it is what was made of
 * it that counts.
 */
export function readMessageDraft(key: SessionKey, preset: SubjectPreset = {}): ContactValues {
  const stored = Object(readSession(key))
  const draft = { ...emptyMessage }
  for (const field of Object.keys(emptyMessage) as (keyof ContactValues)[]) {
    const value: unknown = stored[field]
    if (typeof value === 'string') draft[field] = value
  }
  return stored.preset === nameOf(preset) ? draft : { ...draft, ...preset }
}

/** Remembers the form in this tab. */
export function saveMessageDraft(key: SessionKey, draft: ContactValues, preset: SubjectPreset = {}): void {
  writeSession(key, { ...draft, preset: nameOf(preset) })
}

/** Forgets it, once it has been sent. */
export function clearDraft(key: SessionKey): void {
  removeSession(key)
}

const nameOf = ({ subject = '', message = '' }: SubjectPreset) => JSON.stringify([subject, message])
