import { useEffect } from 'react'
import { brand } from './brand'

/** What a page says about itself; everything left out takes the default of spec 2, "Page head defaults". */
export type Head = {
  title?: string
  description?: string
  keywords?: string
  /** A path of this site; the current address without its query by default. */
  canonical?: string
  /** A path or an address of the share picture. */
  image?: string
  robots?: string
}

const defaults = {
  title: 'The Future of Robotics',
  description:
    'Industrial, domestic, educational and entertainment robots, and retail automation from Amsterdam: machines with honest figures, open interfaces and people who answer.',
  keywords:
    'AI, artificial intelligence, automation, robotics, retail automation, industrial robots, domestic robots, educational robots, entertainment robots',
  image: '/images/robot-banner.jpg',
  robots: 'index, follow',
}

function setMeta(attribute: 'name' | 'property', key: string, content: string) {
  let tag = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`)
  if (!tag) {
    tag = document.createElement('meta')
    tag.setAttribute(attribute, key)
    document.head.append(tag)
  }
  tag.content = content
}

function setCanonical(href: string) {
  let link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (!link) {
    link = document.createElement('link')
    link.rel = 'canonical'
    document.head.append(link)
  }
  link.href = href
}

/** Writes the tags; those that the server already wrote are updated in place, never doubled. */
export function applyHead(head: Head): void {
  const { origin, pathname } = window.location
  const title = head.title ? `${head.title} | ${brand.name}` : defaults.title
  const description = head.description ?? defaults.description
  const canonical = new URL(head.canonical ?? pathname, origin).href
  const image = new URL(head.image ?? defaults.image, origin).href

  document.title = title
  setCanonical(canonical)
  setMeta('name', 'description', description)
  setMeta('name', 'keywords', head.keywords ?? defaults.keywords)
  setMeta('name', 'robots', head.robots ?? defaults.robots)
  setMeta('property', 'og:type', 'website')
  setMeta('property', 'og:site_name', brand.name)
  setMeta('property', 'og:title', title)
  setMeta('property', 'og:description', description)
  setMeta('property', 'og:url', canonical)
  setMeta('property', 'og:image', image)
  setMeta('name', 'twitter:card', 'summary_large_image')
}

/** Keeps the head in step with the page that is shown. Go writes the same tags into the first HTML. */
export function useHead(head: Head): void {
  const { title, description, keywords, canonical, image, robots } = head
  useEffect(
    () => applyHead({ title, description, keywords, canonical, image, robots }),
    [title, description, keywords, canonical, image, robots],
  )
}
