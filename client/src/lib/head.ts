import { useEffect, useLayoutEffect } from 'react'
import type { Page } from '~/app/pages'
import { settings } from './settings'

/** The head of a page; omitted members take the shop's defaults. */
export type Head = {
  title?: string
  description?: string
  keywords?: string
  /** A path of this site; the current address without its query by default. */
  canonical?: string
  robots?: string
}

const defaults = {
  keywords:
    'AI, artificial intelligence, automation, robotics, retail automation, industrial robots, domestic robots, educational robots, entertainment robots',
  robots: 'index, follow',
}

/** The document's first page; the picture and structured data in its head belong to that page only. */
let served: string | undefined = window.location.pathname

function setMeta(attribute: 'name' | 'property', key: string, content: string) {
  let tag = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`)
  if (!tag) {
    tag = document.createElement('meta')
    tag.setAttribute(attribute, key)
    document.head.append(tag)
  }
  tag.content = content
}

/** Returns the canonical URL. Its origin is the one that the server states, which may differ from the current one. */
function setCanonical(path: string): string {
  let link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (!link) {
    link = document.createElement('link')
    link.rel = 'canonical'
    document.head.append(link)
  }
  link.href = new URL(path, link.href || window.location.origin).href
  return link.href
}

function leaveServedPage(origin: string) {
  served = undefined
  for (const tag of document.head.querySelectorAll(
    'script[type="application/ld+json"], meta[property^="og:image:"]',
  ))
    tag.remove()
  setMeta('property', 'og:image', new URL(settings().shareImage.url, origin).href)
}

/** Writes the tags; those that the server wrote are updated in place. */
function applyHead(head: Head): void {
  const { pathname } = window.location
  const title = head.title ? `${head.title} | ${settings().name}` : settings().title
  const canonical = setCanonical(head.canonical ?? pathname)
  if (served !== undefined && pathname !== served) leaveServedPage(canonical)

  document.title = title
  setMeta('name', 'keywords', head.keywords ?? defaults.keywords)
  setMeta('name', 'robots', head.robots ?? defaults.robots)
  setMeta('property', 'og:title', title)
  setMeta('property', 'og:url', canonical)
  // Only the server knows descriptions, so the document's is kept for its own page.
  const description = head.description ?? (served === undefined ? settings().description : undefined)
  if (description === undefined) return
  setMeta('name', 'description', description)
  setMeta('property', 'og:description', description)
}

/**
 * Writes the head of a page from app/pages.ts, with the same tags that Go writes into the HTML. For a page without a
 * title the head stays until the page calls useHead.
 */
export function usePageHead({ title, indexed }: Partial<Page>): void {
  useLayoutEffect(() => {
    if (title !== undefined) applyHead({ title, robots: indexed ? undefined : 'noindex' })
  }, [title, indexed])
}

/**
 * Writes the head of a page that depends on its data or address, after usePageHead. `undefined` leaves the head as it
 * is, for a page whose data is not loaded.
 */
export function useHead(head: Head | undefined): void {
  const { title, description, keywords, canonical, robots } = head ?? {}
  const known = head !== undefined
  useEffect(() => {
    if (known) applyHead({ title, description, keywords, canonical, robots })
  }, [known, title, description, keywords, canonical, robots])
}
