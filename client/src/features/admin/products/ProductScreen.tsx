import { useApolloClient, useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { productEditor } from '~/features/admin/kit/addresses'
import { DiscardDraft } from '~/features/admin/kit/DiscardDraft'
import { DraftBar } from '~/features/admin/kit/DraftBar'
import { LeaveDraft } from '~/features/admin/kit/LeaveDraft'
import { useTellPreviews } from '~/features/admin/kit/Preview'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { useAction, useSend } from '~/features/admin/kit/useAction'
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
import { DraftFields } from './DraftFields'
import { type Draft, fieldOf } from './draftForm'
import { PreviewPanel } from './PreviewPanel'
import { ProductDraftDiscardDocument, ProductDraftDocument } from './ProductDraft.gen'
import { ProductDuplicateDocument } from './ProductEdits.gen'
import { ProductHistory } from './ProductHistory'
import { ProductPreview } from './ProductPreview'
import { ProductPreviewDocument } from './ProductPreview.gen'
import { PublishDialog } from './PublishDialog'
import { SaveConflict } from './SaveConflict'
import { useDraft } from './useDraft'

/** The query of the preview. */
export const loader = ({ params: { id = '' } }: LoaderArgs) => ({
  query: ProductPreviewDocument,
  variables: { id },
})

/** The editor of a product's draft, which has all fields but the stock; with `?preview`, its page. */
export default function ProductScreen() {
  const [search] = useSearchParams()
  return search.has('preview') ? <ProductPreview /> : <Editing />
}

function Editing() {
  const { id = '' } = useParams()
  const { data, error, loading, refetch } = useQuery(ProductDraftDocument, { variables: { id }, ...uncached })
  if (data?.productDraft) return <ProductEditor key={id} first={data.productDraft} />
  return (
    <>
      <ScreenHead title="Edit product" />
      {loading ? (
        <Loading label="Loading the product">
          <div className="grid max-w-4xl gap-6">
            <Skeleton className="h-12" />
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </div>
        </Loading>
      ) : error ? (
        <ErrorState
          title="Failed to load product."
          message="Check your connection and try again."
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : (
        <ErrorState title="Product not found" message="It may have been deleted." />
      )}
    </>
  )
}

function ProductEditor({ first }: { first: Draft }) {
  const client = useApolloClient()
  const send = useSend()
  const editor = useDraft(first)
  const { draft, form, conflict } = editor
  const { id } = draft.product
  const [shown, setShown] = useState<'publish' | 'discard' | 'history' | 'conflict'>()
  const close = () => setShown(undefined)
  const [previewing, setPreviewing] = useState(false)
  useTellPreviews(id, draft.revision)
  // A new conflict opens its dialog, which can be closed and opened again.
  useEffect(() => {
    if (conflict) setShown('conflict')
  }, [conflict])

  /** Makes other pages fetch the product again. */
  const forget = () => client.cache.evict({ id: client.cache.identify({ __typename: 'Product', id }) })
  /** Fetches the draft and replaces the form's. */
  async function reread() {
    const next = await editor.refetch()
    if (next) editor.update(next)
  }
  const refuse = (errors: Draft['errors']) => form.fail(errors, fieldOf)

  return (
    <ContentForm value={form}>
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <LeaveDraft editor={editor} conflict={conflict !== undefined} />
        <Link
          to={paths.adminProducts}
          className="label inline-flex min-h-11 items-center gap-2 text-muted hover:text-fg"
        >
          <Icon name="arrow-left" className="size-4" />
          Products
        </Link>
        <ScreenHead
          title={draft.product.name || 'Unnamed product'}
          action={
            <>
              <Button size="sm" onClick={() => setShown('history')}>
                History
              </Button>
              <Duplicate id={id} />
              <Button
                size="sm"
                aria-pressed={previewing}
                className="preview-button"
                onClick={() => setPreviewing(!previewing)}
              >
                Preview
              </Button>
              <ButtonLink
                to={`${productEditor(id)}?preview`}
                target="_blank"
                size="sm"
                className="preview-link"
              >
                Preview
              </ButtonLink>
              <ButtonLink to={paths.product(id)} size="sm">
                View page
              </ButtonLink>
            </>
          }
        />
        <div className={previewing ? 'with-preview' : ''}>
          <DraftFields draft={draft} />
          {previewing && <PreviewPanel id={id} />}
        </div>
        <DraftBar
          editor={editor}
          conflict={conflict && countLabel(conflict.length, 'field')}
          onReview={() => setShown('conflict')}
          onDiscard={async () => {
            await editor.flush()
            await reread()
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
        <PublishDialog
          draft={draft}
          onClose={close}
          onPublished={(next) => {
            editor.replace(next)
            forget()
          }}
          onChanged={editor.update}
          onStale={reread}
          onRefused={(errors) => {
            close()
            refuse(errors)
          }}
        />
      )}
      {conflict && shown === 'conflict' && (
        <SaveConflict
          conflicts={conflict}
          onClose={close}
          onResolve={(theirs) => {
            editor.resolve(theirs)
            close()
          }}
        />
      )}
      {shown === 'history' && (
        <ProductHistory
          id={id}
          onClose={close}
          onRestored={() => {
            close()
            forget()
            void reread()
          }}
        />
      )}
      <DiscardDraft
        open={shown === 'discard'}
        changes={draft.changes.length}
        onClose={close}
        act={async () => {
          const payload = await send(ProductDraftDiscardDocument, { id, revision: draft.revision }, uncached)
          if (payload?.draft) editor.replace(payload.draft)
          else if (payload?.userErrors.some(({ code }) => code === 'CONFLICT')) await reread()
          return payload
        }}
      />
    </ContentForm>
  )
}

/** Creates a copy of the published product, and opens it. */
function Duplicate({ id }: { id: string }) {
  const navigate = useNavigate()
  const { run, send, busy } = useAction()
  return (
    <Button
      size="sm"
      loading={busy}
      loadingText="Duplicating..."
      onClick={() =>
        run(() => send(ProductDuplicateDocument, { id }), {
          failed: "Couldn't duplicate the product.",
          done: 'The product was duplicated. It has no stock and is not in the catalogue yet.',
          onSuccess: ({ product }) => product && navigate(productEditor(product.id)),
        })
      }
    >
      Duplicate
    </Button>
  )
}
