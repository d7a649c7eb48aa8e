import { useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { BuyBox, WatchDemo } from '~/features/product/BuyBox'
import { DemoDialog, DemoSection } from '~/features/product/Demo'
import { DetailTabs } from '~/features/product/DetailTabs'
import { Overview } from '~/features/product/Overview'
import { Plans } from '~/features/product/Plans'
import { ProductHero } from '~/features/product/ProductHero'
import { Reviews } from '~/features/product/Reviews'
import { WrittenQuote } from '~/features/quote/WrittenQuote'
import { Button } from '~/ui/Button'
import { Section } from '~/ui/Layout'
import { BackToProducts } from './BackToProducts'
import type { ProductQuery } from './Product.gen'
import { useProductActions } from './useProductActions'

/** A product with everything that there is to say about it. */
export function FullPage({ product }: { product: NonNullable<ProductQuery['product']> }) {
  const { addToCart, preOrder, adding } = useProductActions(product)
  const { user } = useAuth()
  const [demo, setDemo] = useState(false)
  const watch = () => setDemo(true)
  return (
    <>
      <Section tight className="pb-0">
        <BackToProducts />
        <ProductHero product={product}>
          {product.maxQuantity > 0 ? (
            <BuyBox
              name={product.name}
              maxQuantity={product.maxQuantity}
              adding={adding}
              onGetQuote={addToCart}
              onWatchDemo={watch}
            >
              <WrittenQuote
                lines={[{ productId: product.id, name: product.name, quantity: 1 }]}
                pricing={product.pricing}
                person={user}
              />
            </BuyBox>
          ) : (
            <div className="grid gap-3 sm:grid-cols-2">
              <Button variant="primary" onClick={() => preOrder()}>
                Pre-order Now
              </Button>
              <WatchDemo onClick={watch} />
            </div>
          )}
        </ProductHero>
      </Section>
      <Overview product={product} />
      <DemoSection product={product} onWatch={watch} />
      <DetailTabs product={product} />
      <Plans
        product={product}
        adding={adding}
        onChoose={(kind, { price, period }) =>
          kind === 'purchase' ? addToCart(1) : preOrder(`${planNames[kind]} plan: ${price} ${period}`)
        }
      />
      <Reviews product={product} />
      <DemoDialog product={product} open={demo} onClose={() => setDemo(false)} />
    </>
  )
}

const planNames = { rental: 'Rental', service: 'Service' }
