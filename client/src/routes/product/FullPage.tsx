import { useRef, useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { BuyBar } from '~/features/product/BuyBar'
import { BuyBox, WatchDemo } from '~/features/product/BuyBox'
import { DemoDialog, DemoSection } from '~/features/product/Demo'
import { DetailTabs } from '~/features/product/DetailTabs'
import { Overview } from '~/features/product/Overview'
import { Plans } from '~/features/product/Plans'
import { ProductHero } from '~/features/product/ProductHero'
import { WrittenQuote } from '~/features/quote/WrittenQuote'
import { Button } from '~/ui/Button'
import { Section } from '~/ui/Layout'
import { BackToProducts } from './BackToProducts'
import { OnThisPage } from './OnThisPage'
import type { ProductQuery } from './Product.gen'
import { ProductFrame } from './ProductFrame'
import { useProductActions } from './useProductActions'

/** A product with everything that there is to say about it. */
export function FullPage({ product }: { product: NonNullable<ProductQuery['product']> }) {
  const { id, name, price, maxQuantity, pricing } = product
  const { addToCart, preOrder, adding } = useProductActions(product)
  const { user } = useAuth()
  const [quantity, setQuantity] = useState(1)
  const [demo, setDemo] = useState(false)
  const watch = () => setDemo(true)
  const buy = useRef<HTMLDivElement>(null)
  const forSale = maxQuantity > 0
  return (
    <>
      <ProductFrame product={product}>
        <Section tight className="pb-0">
          <BackToProducts />
          <ProductHero product={product}>
            <div ref={buy}>
              {forSale ? (
                <BuyBox
                  name={name}
                  quantity={quantity}
                  maxQuantity={maxQuantity}
                  adding={adding}
                  onQuantity={setQuantity}
                  onGetQuote={() => addToCart(quantity)}
                  onWatchDemo={watch}
                >
                  <WrittenQuote lines={[{ productId: id, name, quantity }]} pricing={pricing} person={user} />
                </BuyBox>
              ) : (
                <div className="grid gap-3 sm:grid-cols-2">
                  <Button variant="primary" onClick={() => preOrder()}>
                    Pre-order Now
                  </Button>
                  <WatchDemo onClick={watch} />
                </div>
              )}
            </div>
            <OnThisPage id={id} plans={Boolean(pricing.rental || pricing.purchase || pricing.service)} />
          </ProductHero>
        </Section>
        <Overview product={product} />
        <DemoSection product={product} onWatch={watch} />
        <DetailTabs product={product} />
        <Plans
          product={product}
          adding={adding}
          onChoose={(kind, plan) =>
            kind === 'purchase'
              ? addToCart(1)
              : preOrder(`${planNames[kind]} plan: ${plan.price} ${plan.period}`)
          }
        />
      </ProductFrame>
      <BuyBar name={name} price={price} passed={buy}>
        {forSale ? (
          <Button
            variant="primary"
            size="sm"
            loading={adding}
            loadingText="Adding..."
            onClick={() => addToCart(quantity)}
          >
            Get Quote
          </Button>
        ) : (
          <Button variant="primary" size="sm" onClick={() => preOrder()}>
            Pre-order Now
          </Button>
        )}
      </BuyBar>
      <DemoDialog product={product} open={demo} onClose={() => setDemo(false)} />
    </>
  )
}

const planNames = { rental: 'Rental', service: 'Service' }
