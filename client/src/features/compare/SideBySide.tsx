import type { ReactNode } from 'react'
import { PreorderNow } from '~/features/preorder/PreorderNow'
import { useProductActions } from '~/features/product/useProductActions'
import { Button } from '~/ui/Button'
import { CheckBox } from '~/ui/CheckBox'
import type { Compared_ProductFragment } from './Compared.gen'
import { ComparisonTable } from './ComparisonTable'
import { compare, differences } from './rows'

/** The table and its row filter. */
export function SideBySide({
  products,
  onlyDifferences,
  slot,
  fit,
  loading,
  onRemove,
  onOnlyDifferences,
}: {
  products: Compared_ProductFragment[]
  onlyDifferences: boolean
  slot: ReactNode
  /** A summary of the fit check below, if there is one. */
  fit: ReactNode
  loading: boolean
  onRemove: (id: string) => void
  onOnlyDifferences: (only: boolean) => void
}) {
  const groups = compare(products)
  const different = differences(groups)
  const count = (list: typeof groups) => list.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <div aria-busy={loading}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <CheckBox
          label="Show differences only"
          checked={onlyDifferences}
          onChange={(event) => onOnlyDifferences(event.target.checked)}
          className="print:hidden"
        />
        {/* Loads later; its space is reserved. */}
        <div className="min-h-11 min-w-0 max-md:order-last max-md:basis-full print:hidden">
          {fit && (
            <Button
              size="sm"
              className="py-2 text-left whitespace-normal!"
              onClick={() => document.getElementById('fit-check')?.focus()}
            >
              <span>Fit check: </span>
              {fit}
            </Button>
          )}
        </div>
        <p role="status" className="label text-muted">
          {products.length > 1
            ? `≠ ${count(different)} of ${count(groups)} rows differ`
            : 'Add a second product to compare'}
        </p>
      </div>
      <ComparisonTable
        products={products}
        groups={onlyDifferences && products.length > 1 ? different : groups}
        slot={slot || undefined}
        actionOf={(product) => <Action product={product} />}
        onRemove={onRemove}
      />
    </div>
  )
}

function Action({ product }: { product: Compared_ProductFragment }) {
  const { addToCart, adding } = useProductActions(product)
  const { id, name, category, image, maxQuantity } = product
  if (maxQuantity > 0)
    return (
      <Button
        size="sm"
        variant="primary"
        loading={adding}
        loadingText="Adding..."
        aria-label={adding ? undefined : `Add to cart: ${name}`}
        onClick={() => addToCart(1)}
      >
        Add to cart
      </Button>
    )
  return (
    <PreorderNow
      size="sm"
      aria-label={`Pre-order Now: ${name}`}
      product={{ id, name, productName: name, image: image?.url ?? '/images/industrial-robot.jpg', category }}
    />
  )
}
