import { useState } from 'react'
import { settings } from '~/lib/settings'
import { writeStored } from '~/lib/storage'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'

/**
 * The shop's announcement, until it is closed. An inline script hides it for visitors who closed it before
 * (web/document.go).
 */
export function AnnouncementBar() {
  const { announcement } = settings()
  const [closed, setClosed] = useState(false)
  if (!announcement || closed) return null
  const { id, text, link } = announcement
  return (
    <section aria-label="Announcement" className="border-b bg-raised print:hidden">
      <div className="shell flex items-center text-small">
        <p className="flex-1">
          {link ? (
            <Link to={link} className="underline">
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
        <IconButton
          label="Close announcement"
          onClick={() => {
            setClosed(true)
            writeStored('announcement', id)
          }}
        >
          <Icon name="close" />
        </IconButton>
      </div>
    </section>
  )
}
