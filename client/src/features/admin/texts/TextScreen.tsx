import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { textEditor } from '~/features/admin/kit/addresses'
import { DiscardDraft } from '~/features/admin/kit/DiscardDraft'
import { DraftBar } from '~/features/admin/kit/DraftBar'
import { LeaveDraft } from '~/features/admin/kit/LeaveDraft'
import { useTellPreviews } from '~/features/admin/kit/Preview'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { ContentForm } from '~/features/admin/kit/useContentForm'
import { countLabel } from '~/lib/countLabel'
import type { LoaderArgs } from '~/lib/loader'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { PublishText } from './PublishText'
import { TextDraftDiscardDocument, TextDraftDocument } from './TextDraft.gen'
import { TextFields } from './TextFields'
import { TextHistory } from './TextHistory'
import { previewData, TextPreview } from './TextPreview'
import { type Draft, fieldOf, hasPage, textLabels, textName } from './textForm'
import { useTextDraft } from './useTextDraft'

/** The data of the preview; null without `?preview`. */
export const loader = ({ params, request }: LoaderArgs) => {
  const name = textName(params.name)
  const wanted = new URL(request.url).searchParams.has('preview')
  return name && hasPage(name) && wanted ? previewData(name, request.url) : null
}

/** The editor of a text's draft; with `?preview`, its page. */
export default function TextScreen() {
  const { name: given } = useParams()
  const [search] = useSearchParams()
  const name = textName(given)
  if (!name)
    return (
      <>
        <ScreenHead title="Edit text" />
        <ErrorState title="Text not found" message="The shop has no text of this name." />
      </>
    )
  if (search.has('preview') && hasPage(name)) return <TextPreview name={name} />
  return <Editing key={name} name={name} />
}

function Editing({ name }: { name: Draft['name'] }) {
  const { data, error, refetch } = useQuery(TextDraftDocument, { variables: { name }, ...uncached })
  if (data) return <TextEditor first={data.textDraft} />
  return error ? (
    <>
      <ScreenHead title={textLabels[name]} />
      <ErrorState
        title="Failed to load text."
        message="Check your connection and try again."
        onRetry={() => void refetch().catch(() => undefined)}
      />
    </>
  ) : (
    // No heading yet: it gets the focus as soon as it is there to stay.
    <Loading label="Loading the text">
      <div className="grid max-w-4xl gap-6">
        <Skeleton className="h-11 w-56" />
        <Skeleton className="h-12" />
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    </Loading>
  )
}

function TextEditor({ first }: { first: Draft }) {
  const client = useApolloClient()
  const send = useSend()
  const editor = useTextDraft(first)
  const { draft, form, conflict } = editor
  const { name } = draft
  useTellPreviews(name, draft.revision)
  const [shown, setShown] = useState<'publish' | 'discard' | 'history'>()
  const close = () => setShown(undefined)
  /** Replaces the draft after publishing, and makes other pages fetch the text again. */
  function published(next: Draft) {
    editor.replace(next)
    client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'text' })
  }
  const refuse = (errors: Draft['errors']) => form.fail(errors, fieldOf)

  return (
    <ContentForm value={form}>
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <LeaveDraft editor={editor} conflict={conflict !== undefined} />
        <Link
          to={paths.adminTexts}
          className="label inline-flex min-h-11 items-center gap-2 text-muted hover:text-fg"
        >
          <Icon name="arrow-left" className="size-4" />
          Texts
        </Link>
        <ScreenHead
          title={textLabels[name]}
          action={
            <>
              <Button size="sm" onClick={() => setShown('history')}>
                History
              </Button>
              {hasPage(name) && (
                <>
                  <ButtonLink to={`${textEditor(name.toLowerCase())}?preview`} target="_blank" size="sm">
                    Preview
                  </ButtonLink>
                  <ButtonLink to={name === 'HOME' ? paths.home : `/${name.toLowerCase()}`} size="sm">
                    View page
                  </ButtonLink>
                </>
              )}
            </>
          }
        />
        {conflict && (
          <div
            role="alert"
            className="mb-8 grid max-w-4xl gap-3 border-l-2 border-warn bg-raised px-4 py-3 text-small"
          >
            <div>
              <p className="font-semibold">Someone else changed these parts while you were editing</p>
              <p className="mt-1 text-muted wrap-anywhere">
                {conflict.parts.join(', ')}. What you typed is still here and not saved yet.
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button size="sm" onClick={() => editor.resolve('mine')}>
                Keep mine
              </Button>
              <Button size="sm" onClick={() => editor.resolve('theirs')}>
                Take theirs
              </Button>
            </div>
          </div>
        )}
        <TextFields draft={draft} />
        <DraftBar
          editor={editor}
          conflict={conflict && countLabel(conflict.parts.length, 'part')}
          onDiscard={async () => {
            await editor.flush()
            setShown('discard')
          }}
          onPublish={async () => {
            if (!(await editor.flush())) return
            const { errors } = editor.latest.current
            if (errors.length > 0) refuse(errors)
            else setShown('publish')
          }}
        />
      </form>
      {shown === 'publish' && (
        <PublishText
          draft={draft}
          onClose={close}
          onPublished={published}
          onStale={editor.rebase}
          onRefused={(errors) => {
            close()
            refuse(errors)
          }}
        />
      )}
      {shown === 'history' && (
        <TextHistory
          draft={draft}
          onClose={close}
          onStale={editor.rebase}
          onRestored={(next) => {
            close()
            published(next)
          }}
        />
      )}
      <DiscardDraft
        open={shown === 'discard'}
        changes={draft.changes.length}
        onClose={close}
        act={async () => {
          const { revision } = editor.latest.current
          const payload = await send(TextDraftDiscardDocument, { name, revision }, uncached)
          if (payload?.draft) editor.replace(payload.draft)
          else if (payload?.userErrors.some(({ code }) => code === 'CONFLICT')) await editor.rebase()
          return payload
        }}
      />
    </ContentForm>
  )
}
