import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { TextVersions } from '~/features/admin/kit/TextVersions'
import { useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { firstVersions, mostVersions } from '~/features/admin/kit/Versions'
import { TextVersionRestoreDocument, TextVersionsDocument } from './TextDraft.gen'
import { type Draft, hasPage, partLabel } from './textForm'

/** The versions of a text with author and date, which can be published again. */
export function TextHistory({
  draft: { name, version },
  onClose,
  onStale,
  onRestored,
}: {
  draft: Draft
  onClose: () => void
  onStale: () => Promise<void>
  onRestored: (draft: Draft) => void
}) {
  const send = useSend()
  const [first, setFirst] = useState(firstVersions)
  const { data, previousData, error, refetch } = useQuery(TextVersionsDocument, {
    variables: { name, first },
    fetchPolicy: 'network-only',
  })
  return (
    <TextVersions
      history={(data ?? previousData)?.textVersions}
      error={error}
      label={partLabel}
      onRetry={() => void refetch().catch(() => undefined)}
      onOlder={first < mostVersions ? () => setFirst(mostVersions) : undefined}
      onClose={onClose}
      restore={async (restore) => {
        const payload = await send(TextVersionRestoreDocument, { name, restore, version }, uncached)
        if (payload?.draft) onRestored(payload.draft)
        else if (payload?.userErrors.some(({ code }) => code === 'CONFLICT')) await onStale()
        return payload
      }}
    >
      <p>
        {hasPage(name) ? 'The page shows' : 'Emails have'} the text of that version at once, as a new version.
        Versions that are planned are replaced. The draft stays as it is.
      </p>
    </TextVersions>
  )
}
