import { useQuery } from '@apollo/client/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { Rows } from '~/features/admin/kit/Rows'
import { SaveBar } from '~/features/admin/kit/SaveBar'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { useAction } from '~/features/admin/kit/useAction'
import { ContentForm, useContentForm, useFields } from '~/features/admin/kit/useContentForm'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { SelectField, TextArea, TextField } from '~/ui/Field'
import { Icon, iconNames } from '~/ui/Icon'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { toast } from '~/ui/toasts'
import { Unsaved } from '~/ui/Unsaved'
import { CopyContent } from './CopyContent'
import {
  type ContentValues,
  contentInput,
  contentValues,
  type EditedContent,
  fieldOf,
  planKinds,
} from './contentForm'
import { Groups } from './Groups'
import { PlanFields } from './PlanFields'
import { AdminProductContentDocument, ProductContentUpdateDocument } from './ProductContent.gen'

const item = [
  { name: 'label', label: 'Label' },
  { name: 'value', label: 'Value' },
] as const

/** Everything that a product's page shows beside what the product's dialog edits. */
export default function ProductContentScreen() {
  const { id = '' } = useParams()
  // The form starts from what the server has now.
  const { data, error, loading, refetch } = useQuery(AdminProductContentDocument, {
    variables: { id },
    fetchPolicy: 'network-only',
  })
  if (data?.product) return <ContentEditor key={id} product={data.product} />
  return (
    <>
      <ScreenHead title="Product content" />
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

function ContentEditor({ product }: { product: EditedContent }) {
  const [stored, setStored] = useState(() => contentValues(product))
  const form = useContentForm(stored)
  const { run, send, busy } = useAction()
  const changed = form.changed.length > 0

  async function save(event: FormEvent) {
    event.preventDefault()
    const sent = form.values
    const input = { id: product.id, ...contentInput(sent, form.changed) }
    await run(
      async () => {
        const payload = await send(ProductContentUpdateDocument, input)
        form.fail(
          payload?.userErrors.flatMap(({ field, message }) => {
            const path = fieldOf(field)
            return path ? [[path, message] as const] : []
          }) ?? [],
        )
        return payload
      },
      {
        failed: 'Failed to save product.',
        done: `${product.name} was saved`,
        onSuccess: (payload) => {
          if (!payload.product) return
          const values = contentValues(payload.product)
          setStored(values)
          form.accept(sent, values)
        },
      },
    )
  }

  function discard() {
    const { values } = form
    form.reset(stored)
    toast.success('Changes discarded', { label: 'Undo', act: () => form.reset(values) })
  }

  return (
    <ContentForm value={form}>
      <form noValidate onSubmit={save}>
        <Unsaved changed={changed} kept />
        <Link
          to={paths.adminProducts}
          className="label inline-flex min-h-11 items-center gap-2 text-muted hover:text-fg"
        >
          <Icon name="arrow-left" className="size-4" />
          Products
        </Link>
        <ScreenHead
          title={product.name}
          action={
            <ButtonLink to={paths.product(product.id)} size="sm">
              View page
            </ButtonLink>
          }
        />
        <div className="xl:grid xl:grid-cols-[minmax(0,56rem)_12rem] xl:gap-x-12">
          <Content product={product} />
          <Sections />
        </div>
        <SaveBar
          shown={changed || busy}
          errors={Object.keys(form.errors).length}
          busy={busy}
          onDiscard={discard}
        />
      </form>
    </ContentForm>
  )
}

function Content({ product }: { product: EditedContent }) {
  const shop = settings()
  const { values, reset, text } = useFields<ContentValues>()
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-12">
      <Part title="Model and data plate">
        {/* The model code identifies this product. */}
        <CopyContent
          id={product.id}
          onCopy={(from) => reset({ ...contentValues(from), model: values.model })}
        />
        <TextField label="Model code" hint="Such as FS-60" {...text('model')} />
        <Rows path="plate" legend="Data plate" one="figure" columns={item} most={6} />
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
                {/* One that the set no longer has is kept until another one is chosen. */}
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
      <Part title="Search engines">
        <section aria-label="Preview of the search result" className="max-w-2xl border bg-plate p-5">
          <p className="truncate text-small text-muted">{paths.product(product.id)}</p>
          <p className="mt-1 truncate text-lead">
            {values.seoTitle || product.name} | {shop.name}
          </p>
          <p className="mt-1 line-clamp-2 text-small text-muted">
            {values.seoDescription || product.shortDesc}
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
    </div>
  )
}

const parts = [
  'Model and data plate',
  'Highlights and modules',
  'Specifications',
  'Features',
  'Payment plans',
  'Technical details',
  'Search engines',
] as const

const idOf = (part: (typeof parts)[number]) => part.toLowerCase().replaceAll(' ', '-')

/** Links to the sections of the form, on wide screens only. */
function Sections() {
  return (
    <nav aria-label="Sections" className="max-xl:hidden">
      <ul className="sticky top-[calc(var(--bar)+1.5rem)] border-l text-small text-muted">
        {parts.map((part) => (
          <li key={part}>
            <button
              type="button"
              className="-ml-px min-h-8 border-l border-transparent px-4 text-left hover:border-fg hover:text-fg"
              onClick={() => {
                const heading = document.getElementById(idOf(part))
                heading?.focus({ preventScroll: true })
                heading?.scrollIntoView()
              }}
            >
              {part}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Part({ title, children }: { title: (typeof parts)[number]; children: ReactNode }) {
  const id = idOf(title)
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-6">
      <h2 id={id} tabIndex={-1} className="text-lead">
        {title}
      </h2>
      {children}
    </section>
  )
}
