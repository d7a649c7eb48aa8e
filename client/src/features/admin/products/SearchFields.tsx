import { useFields } from '~/features/admin/kit/useContentForm'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { TextArea, TextField } from '~/ui/Field'
import type { ProductValues } from './draftForm'

/** What search engines show of a product's page, with a preview. */
export function SearchFields({ id }: { id: string }) {
  const shop = settings()
  const { values, text } = useFields<ProductValues>()
  return (
    <>
      <section aria-label="Preview of the search result" className="max-w-2xl border bg-plate p-5">
        <p className="truncate text-small text-muted">{paths.product(id)}</p>
        <p className="mt-1 truncate text-lead">
          {values.seoTitle || values.name} | {shop.name}
        </p>
        <p className="mt-1 line-clamp-2 text-small text-muted">{values.seoDescription || values.shortDesc}</p>
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
    </>
  )
}
