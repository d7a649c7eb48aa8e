type Entry = { question: string; answer: string }

const plain = (text: string) => text.toLowerCase()

/** The entries that contain every word of the text in question or answer. */
export function filterEntries<T extends Entry>(entries: readonly T[], text: string): T[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return entries.filter(({ question, answer }) => {
    const entry = plain(`${question}\n${answer}`)
    return words.every((word) => entry.includes(word))
  })
}
