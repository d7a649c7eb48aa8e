import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * A text with its markup. `html` is what the server's Markdown renderer wrote, and nothing else: tags in the source are text there,
 * and links lead to paths, anchors, web pages and mail addresses only (shop/textrender.go).
 */
export function RichText({ html, className }: { html: string; className?: string }) {
  const navigate = useNavigate()
  /** Follows a link to a page of this site without loading the document again. */
  function follow(event: MouseEvent) {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
    const to = (target as Element).closest('a')?.getAttribute('href')
    if (!to?.startsWith('/') || to.startsWith('/api/')) return
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    void navigate(to)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are operated, by the keyboard too.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter clicks a link.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above.
    <div className={className} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
