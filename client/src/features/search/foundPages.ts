import { type Page, pages } from '~/app/pages'

const most = 3

const listed = Object.values<Page>(pages).filter(({ sitemap }) => sitemap)

/** The pages of the site of whose title and path each word of the text begins one, in the order of app/pages.ts. */
export function foundPages(text: string, signedIn: boolean): { to: string; title: string }[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return listed
    .filter(({ path, title, access }) => {
      if (signedIn && access === 'signedOut') return false
      const own = `${title || 'Home'} ${path}`.toLowerCase().split(/[\s/-]+/)
      return words.every((word) => own.some((part) => part.startsWith(word)))
    })
    .map(({ path, title }) => ({ to: path, title: title || 'Home' }))
    .slice(0, most)
}
