import { type Page, pages } from '~/app/pages'
import { answers } from './answers'

const most = 3

const listed = Object.entries<Page>(pages).filter(([, { sitemap }]) => sitemap)

/** Words of questions that say nothing of what is asked. */
const empty = new Set(
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
 * The pages of the site of whose title and path each word of the text begins one, in the order of app/pages.ts, then those that
 * answer it by what else they say.
 */
export function foundPages(text: string, signedIn: boolean): Found[] {
  const typed = wordsOf(text)
  const meaningful = typed.filter((word) => !empty.has(word))
  const [byTitle, byAnswer]: [Found[], Found[]] = [[], []]
  const known = answers() as Record<string, { shown: string; also: string }>
  for (const [name, { path, title = '', access }] of listed) {
    if (signedIn && access === 'signedOut') continue
    const own = wordsOf(`${title || 'Home'} ${path}`)
    const answer = known[name]
    if (begin(typed, own)) byTitle.push({ to: path, title: title || 'Home' })
    else if (answer && begin(meaningful, [...own, ...wordsOf(`${answer.shown} ${answer.also}`)], 3))
      byAnswer.push({ to: path, title: `${title}: ${answer.shown}` })
  }
  return [...byTitle, ...byAnswer].slice(0, most)
}

/** Whether there are words and each begins one of the others, with letters enough. */
const begin = (words: string[], others: string[], letters = 1) =>
  words.length > 0 &&
  words.every((word) => word.length >= letters && others.some((other) => other.startsWith(word)))
