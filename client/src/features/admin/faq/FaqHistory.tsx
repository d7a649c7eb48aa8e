import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { TextVersions } from '~/features/admin/kit/TextVersions'
import type { Payload } from '~/features/admin/kit/useAction'
import { firstVersions, mostVersions } from '~/features/admin/kit/Versions'
import { countLabel } from '~/lib/countLabel'
import { FaqVersionsDocument } from './FaqDraft.gen'
import { changeLabel, type Draft } from './topics'

/** The versions of the FAQ with author and date, which can be restored as the draft. */
export function FaqHistory({
  draft: { changes },
  onClose,
  restore,
}: {
  draft: Draft
  onClose: () => void
  restore: (version: number) => Promise<Payload | undefined>
}) {
  const [first, setFirst] = useState(firstVersions)
  const { data, previousData, error, refetch } = useQuery(FaqVersionsDocument, {
    variables: { first },
    fetchPolicy: 'network-only',
  })
  return (
    <TextVersions
      history={(data ?? previousData)?.faqVersions}
      error={error}
      label={changeLabel}
      onRetry={() => void refetch().catch(() => undefined)}
      onOlder={first < mostVersions ? () => setFirst(mostVersions) : undefined}
      onClose={onClose}
      restore={restore}
    >
      <p>The questions of that version become the draft. Visitors see them once you publish it.</p>
      {changes.length > 0 && (
        <p>
          {countLabel(changes.length, 'unpublished change')} will be lost, including those of other editors.
        </p>
      )}
    </TextVersions>
  )
}
