import { readSession, removeSession, type SessionKey, writeSession } from '~/lib/storage'
import type { ContactValues } from './contactSchema'

export const emptyMessage: ContactValues = { name: '', email: '', subject: '', message: '' }

/** Values that the linking page has filled in. */
export type SubjectPreset = Partial<Pick<ContactValues, 'subject' | 'message'>>

/** The stored draft. A preset replaces the draft once: after a reload the draft, edited since, counts. */
export function readMessageDraft(key: SessionKey, preset: SubjectPreset = {}): ContactValues {
  const stored = Object(readSession(key))
  const draft = { ...emptyMessage }
  for (const field of Object.keys(emptyMessage) as (keyof ContactValues)[]) {
    const value: unknown = stored[field]
    if (typeof value === 'string') draft[field] = value
  }
  return stored.preset === nameOf(preset) ? draft : { ...draft, ...preset }
}

/** Stores the draft in this tab. */
export function saveMessageDraft(key: SessionKey, draft: ContactValues, preset: SubjectPreset = {}): void {
  writeSession(key, { ...draft, preset: nameOf(preset) })
}

/** Removes the draft after sending. */
export function clearDraft(key: SessionKey): void {
  removeSession(key)
}

const nameOf = ({ subject = '', message = '' }: SubjectPreset) => JSON.stringify([subject, message])
