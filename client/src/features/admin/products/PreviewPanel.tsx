import { useState } from 'react'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'

const widths = {
  phone: 'mx-auto h-full w-[24.375rem]',
  // 1440 px at two fifths of the size.
  desktop: 'h-[250%] w-[90rem] origin-top-left scale-40',
}

/** The product's page with its draft beside the form, at the width of a phone or of a desktop. */
export function PreviewPanel({ id }: { id: string }) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const address = `${paths.adminProduct(id)}?preview`
  return (
    <section
      aria-label="Preview"
      className="sticky top-[calc(var(--bar)+1.5rem)] grid h-[calc(100dvh-var(--bar)-7rem)] w-xl grid-rows-[auto_minmax(0,1fr)] gap-3"
    >
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
        <iframe
          title="Page of the product with its draft"
          src={address}
          className={`block ${widths[width]}`}
        />
      </div>
    </section>
  )
}
