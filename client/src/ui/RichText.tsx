import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Formatted text. `html` must be the output of the server's Markdown renderer: it escapes tags in the source, and links
 * lead only to paths, anchors, web pages and email addresses (shop/textrender.go).
 */
export function RichText({ html, className }: { html: string; className?: string }) {
  const navigate = useNavigate()
  /** Follows links to pages of this site without reloading the document. */
  function follow(event: MouseEvent) {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
    const to = (target as Element).closest('a')?.getAttribute('href')
    if (!to?.startsWith('/') || to.startsWith('/api/')) return
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    void navigate(to)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the links in it are operated, also by keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter clicks a link.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above.
    <div className={className} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
