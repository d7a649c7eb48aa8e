import { type Page, pages } from '~/app/pages'
import { pageKeywords } from './pageKeywords'

const maxPages = 3

const listed = Object.entries<Page>(pages).filter(([, { sitemap }]) => sitemap)

/** Stop words of questions. */
const stopWords = new Set(
  'a an and are can do does for get how i in is it me my of on or the to want what when where which will with'.split(
    ' ',
  ),
)

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

type Found = { to: string; title: string }

/**
 * Pages whose title and path match: each word of the text is a prefix of one of theirs. In the order of app/pages.ts,
 * followed by pages that match by their keywords.
 */
export function findPages(text: string, signedIn: boolean): Found[] {
  const typed = wordsOf(text)
  const meaningful = typed.filter((word) => !stopWords.has(word))
  const [byTitle, byKeywords]: [Found[], Found[]] = [[], []]
  const known = pageKeywords() as Record<string, { shown: string; also: string }>
  for (const [name, { path, title = '', access }] of listed) {
    if (signedIn && access === 'signedOut') continue
    const own = wordsOf(`${title || 'Home'} ${path}`)
    const keywords = known[name]
    if (allArePrefixes(typed, own)) byTitle.push({ to: path, title: title || 'Home' })
    else if (
      keywords &&
      allArePrefixes(meaningful, [...own, ...wordsOf(`${keywords.shown} ${keywords.also}`)], 3)
    )
      byKeywords.push({ to: path, title: `${title}: ${keywords.shown}` })
  }
  return [...byTitle, ...byKeywords].slice(0, maxPages)
}

/** Whether there are words, each of the minimum length and a prefix of one of the others. */
const allArePrefixes = (words: string[], others: string[], letters = 1) =>
  words.length > 0 &&
  words.every((word) => word.length >= letters && others.some((other) => other.startsWith(word)))
