import { useApolloClient, useQuery } from '@apollo/client/react'
import { useEffect, useId, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { productEditor } from '~/features/admin/kit/addresses'
import { DiscardDraft } from '~/features/admin/kit/DiscardDraft'
import { DraftBar } from '~/features/admin/kit/DraftBar'
import { Groups } from '~/features/admin/kit/Groups'
import { LeaveDraft } from '~/features/admin/kit/LeaveDraft'
import { markdownHint } from '~/features/admin/kit/markdown'
import { useTellPreviews } from '~/features/admin/kit/Preview'
import { type State, stateOf, states } from '~/features/admin/kit/productState'
import { Rows } from '~/features/admin/kit/Rows'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { Part, Sections } from '~/features/admin/kit/Sections'
import { useAction, useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { ContentForm, useFields } from '~/features/admin/kit/useContentForm'
import { categories } from '~/features/catalogue/view'
import { countLabel } from '~/lib/countLabel'
import type { LoaderArgs } from '~/lib/loader'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { Button, ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { SelectField, TextArea, TextField } from '~/ui/Field'
import { Icon, iconNames } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AttributeFields } from './AttributeFields'
import { CopyContent } from './CopyContent'
import { Documents } from './Documents'
import { contentValues, type Draft, fieldOf, labelOf, type ProductValues, planKinds } from './draftForm'
import { EngineeringFields } from './EngineeringFields'
import { FilmFields } from './FilmFields'
import { MotionFields } from './MotionFields'
import { Pictures } from './Pictures'
import { PlanFields } from './PlanFields'
import { PlateFigures } from './PlateFigures'
import { PreviewPanel } from './PreviewPanel'
import { ProductDraftDiscardDocument, ProductDraftDocument } from './ProductDraft.gen'
import { ProductDuplicateDocument } from './ProductEdits.gen'
import { ProductHistory } from './ProductHistory'
import { ProductPreview } from './ProductPreview'
import { ProductPreviewDocument } from './ProductPreview.gen'
import { PublishDialog } from './PublishDialog'
import { textNames, textOf } from './productTexts'
import { SaveConflict } from './SaveConflict'
import { useDraft } from './useDraft'

const item = [
  { name: 'label', label: 'Label' },
  { name: 'value', label: 'Value' },
] as const

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
  const refuse = (errors: Draft['errors']) =>
    form.fail(
      errors.flatMap(({ field, message }) => {
        const path = fieldOf(field)
        return path ? [[path, message] as const] : []
      }),
    )

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
          <Content draft={draft} />
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
      <PublishDialog
        open={shown === 'publish'}
        draft={draft}
        onClose={close}
        onPublished={(next) => {
          editor.replace(next)
          forget()
        }}
        onChanged={editor.update}
        onStale={reread}
        onRefused={refuse}
      />
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

function StateFields() {
  const { values, reset, text } = useFields<ProductValues>()
  const state = stateOf(values)
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      <SelectField
        label="State"
        required
        hint={states[state].hint}
        name="listed"
        value={state}
        onChange={({ target }) => {
          const { label: _, hint: __, ...fields } = states[target.value as State]
          reset({ ...values, ...fields })
        }}
      >
        {Object.entries(states).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {state === 'preorder' && (
        <TextField
          label="Pre-order limit"
          required
          inputMode="numeric"
          hint="Units in one cart"
          {...text('preorderLimit')}
        />
      )}
      <SelectField
        label="Featured on the home page"
        required
        hint="Free places show the newest products"
        {...text('featuredPlace')}
      >
        {['No', 'First', 'Second', 'Third'].map((label, place) => (
          <option key={label} value={place}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

const parts = [
  'Basics',
  'Pictures',
  'Film',
  'Documents',
  'Data plate',
  'Highlights and modules',
  'Specifications',
  'Features',
  'Payment plans',
  'Technical details',
  'Figures',
  'Motion',
  'Search engines',
] as const

/** Lines of a data plate. */
const mostFigures = 6

function Content({ draft: { product } }: { draft: Draft }) {
  const shop = settings()
  const list = useId()
  const { values, reset, text } = useFields<ProductValues>()
  return (
    <Sections titles={parts}>
      <Part title="Basics">
        <TextField label="Name" required {...text('name')} />
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <TextField label="Model code" hint="Such as FS-60" {...text('model')} />
          <TextField
            label="Price"
            inputMode="decimal"
            hint={
              values.price.trim()
                ? 'Per unit, before tax. Clear it to remove the price.'
                : "Without a price, it can't be ordered."
            }
            {...text('price')}
          />
        </div>
        <TextField
          label="Category"
          list={list}
          hint="Such as Industrial / Retail Automation"
          {...text('category')}
        />
        <datalist id={list}>
          {categories().map(({ value, label }) => value && <option key={value} value={label} />)}
        </datalist>
        <StateFields />
        {textNames.map((name) => {
          const { hint, rows, markdown } = textOf(name)
          const field = { label: labelOf(name), hint: markdown ? markdownHint : hint, ...text(name) }
          return rows ? <TextArea key={name} rows={rows} {...field} /> : <TextField key={name} {...field} />
        })}
        <TextField label="Tags" hint="Search terms, separated by commas" {...text('tags')} />
      </Part>
      <Part title="Pictures">
        <Pictures />
      </Part>
      <Part title="Film">
        <FilmFields />
      </Part>
      <Part title="Documents">
        <Documents />
      </Part>
      {/* The model code identifies this product. */}
      <CopyContent
        id={product.id}
        onCopy={(from) => reset({ ...values, ...contentValues(from), model: values.model })}
      />
      <Part title="Data plate">
        <Rows path="plate" legend="Data plate" one="figure" columns={item} most={mostFigures} />
        <PlateFigures
          figures={product.attributes.filter(({ attribute }) => attribute.comparable)}
          most={mostFigures}
        />
      </Part>
      <Part title="Highlights and modules">
        <Rows path="highlights" legend="Highlights" one="highlight" />
        <Rows path="modules" legend="Modules and parts" one="module" />
      </Part>
      <Part title="Specifications">
        <Groups path="specs" one="group" blank={{ title: '', items: [] }}>
          {(path) => (
            <Rows path={`${path}.items`} legend="Specifications" one="specification" columns={item} />
          )}
        </Groups>
      </Part>
      <Part title="Features">
        <Groups path="features" one="feature" blank={{ title: '', icon: 'gear', description: '' }}>
          {(path, index) => (
            <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[11rem_1fr]">
              <SelectField label={`Icon of feature ${index + 1}`} required {...text(`${path}.icon`)}>
                {/* A stored icon that was removed from the set remains an option. */}
                {[...new Set([values.features[index]?.icon ?? 'gear', ...iconNames])].map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
              <TextArea
                label={`Description of feature ${index + 1}`}
                rows={2}
                {...text(`${path}.description`)}
              />
            </div>
          )}
        </Groups>
      </Part>
      <Part title="Payment plans">
        {planKinds.map((kind) => (
          <PlanFields key={kind} kind={kind} />
        ))}
      </Part>
      <Part title="Technical details">
        <Groups path="technical" one="list" blank={{ title: '', items: [] }}>
          {(path) => <Rows path={`${path}.items`} legend="Details" one="detail" />}
        </Groups>
      </Part>
      <Part title="Figures">
        <EngineeringFields />
        <AttributeFields />
      </Part>
      <Part title="Motion" lead="Figures by which a cell is planned with the product">
        <MotionFields />
      </Part>
      <Part title="Search engines">
        <section aria-label="Preview of the search result" className="max-w-2xl border bg-plate p-5">
          <p className="truncate text-small text-muted">{paths.product(product.id)}</p>
          <p className="mt-1 truncate text-lead">
            {values.seoTitle || values.name} | {shop.name}
          </p>
          <p className="mt-1 line-clamp-2 text-small text-muted">
            {values.seoDescription || values.shortDesc}
          </p>
        </section>
        <TextField
          label="Title"
          hint={`Defaults to the product name. ${shop.name} is added.`}
          {...text('seoTitle')}
        />
        <TextArea
          label="Description"
          rows={3}
          hint="Defaults to the short description. About 155 characters are shown."
          {...text('seoDescription')}
        />
        <TextField label="Keywords" hint="Separated by commas" {...text('seoKeywords')} />
      </Part>
    </Sections>
  )
}
