import { useEffect, useLayoutEffect } from 'react'
import type { Page } from '~/app/pages'
import { settings } from './settings'

/** What a page says about itself; everything left out takes a default of the shop. */
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

/** The page that the document came with; its picture and structured data are about no other. */
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

/** Answers the address. Its origin is the one that the server names, which may differ from the one that was opened. */
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

/** Writes the tags; those that the server already wrote are updated in place, never doubled. */
export function applyHead(head: Head): void {
  const { pathname } = window.location
  const title = head.title ? `${head.title} | ${settings().name}` : settings().title
  const canonical = setCanonical(head.canonical ?? pathname)
  if (served !== undefined && pathname !== served) leaveServedPage(canonical)

  document.title = title
  setMeta('name', 'keywords', head.keywords ?? defaults.keywords)
  setMeta('name', 'robots', head.robots ?? defaults.robots)
  setMeta('property', 'og:title', title)
  setMeta('property', 'og:url', canonical)
  // The document has the description of its own page, which the browser does not know.
  const description = head.description ?? (served === undefined ? settings().description : undefined)
  if (description === undefined) return
  setMeta('name', 'description', description)
  setMeta('property', 'og:description', description)
}

/**
 * Writes the head of a page as app/pages.ts has it. Go writes the same tags into the first HTML. A page without a title knows
 * more than that, and calls useHead; the head stays as it is until then.
 */
export function usePageHead({ title, indexed }: Partial<Page>): void {
  useLayoutEffect(() => {
    if (title !== undefined) applyHead({ title, robots: indexed ? undefined : 'noindex' })
  }, [title, indexed])
}

/**
 * Writes the head of a page that depends on its data or its address, after that of app/pages.ts. `undefined` stands for a page
 * that does not know yet what it is about: the head stays as it is.
 */
export function useHead(head: Head | undefined): void {
  const { title, description, keywords, canonical, robots } = head ?? {}
  const known = head !== undefined
  useEffect(() => {
    if (known) applyHead({ title, description, keywords, canonical, robots })
  }, [known, title, description, keywords, canonical, robots])
}
