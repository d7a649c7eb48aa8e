import { useState } from 'react'
import { productEditor } from '~/features/admin/kit/addresses'
import { Button, ButtonLink } from '~/ui/Button'

/** The product's page with its draft beside the form, at the width of a phone or of a desktop. */
export function PreviewPanel({ id }: { id: string }) {
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const address = `${productEditor(id)}?preview`
  return (
    <section aria-label="Preview" className="preview grid gap-3">
      <div className="flex items-center gap-2">
        {(['phone', 'desktop'] as const).map((name) => (
          <Button
            key={name}
            size="sm"
            variant={name === width ? 'secondary' : 'ghost'}
            aria-pressed={name === width}
            onClick={() => setWidth(name)}
          >
            {name === 'phone' ? 'Phone' : 'Desktop'}
          </Button>
        ))}
        <ButtonLink to={address} target="_blank" size="sm" variant="ghost" className="ml-auto">
          Open in a tab
        </ButtonLink>
      </div>
      <div className="overflow-hidden border bg-ground">
        <iframe title="Page of the product with its draft" src={address} className={width} />
      </div>
    </section>
  )
}
