import { Suspense, useRef, useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { QuoteButton } from '~/features/quote/QuoteButton'
import { lazyOptional } from '~/lib/lazyOptional'
import { Button } from '~/ui/Button'
import { Section } from '~/ui/Layout'
import { Skeleton } from '~/ui/Skeleton'
import { BackToProducts } from './BackToProducts'
import { BuyBox, WatchDemo } from './BuyBox'
import { SectionLoadError, SectionSkeleton } from './LazySection'
import type { ProductQuery } from './Product.gen'
import { ProductHero } from './ProductHero'
import { LazyBuyBar, ProductLayout } from './ProductLayout'
import { SectionLinks } from './SectionLinks'
import { useDemo } from './useDemo'
import { useMotion } from './useMotion'
import { useProductActions } from './useProductActions'

const details = { id: 'specs', label: 'Details', title: 'Details' }
const DetailTabs = lazyOptional(() => import('./DetailTabs'), DetailsLoadError)

function DetailsLoadError() {
  return <SectionLoadError {...details} message="Couldn't load the details" />
}

// Optional sections: a failure to load leaves them out.
const Overview = lazyOptional(() => import('./Overview'))
const DemoSection = lazyOptional(() => import('./Demo'))

// Only loaded for sold-out products. Without the form, the pre-order remains.
const StockAlertForm = lazyOptional(() => import('~/features/stockalert/StockAlertForm'))

const plans = { id: 'plans', label: 'Plans', title: 'Rent, buy or add service' }
const Plans = lazyOptional(() => import('./Plans'), PlansLoadError)

function PlansLoadError() {
  return <SectionLoadError {...plans} message="Couldn't load the plans" />
}

/** The full page of a product. */
export function FullProduct({ product }: { product: NonNullable<ProductQuery['product']> }) {
  const { id, name, price, maxQuantity, pricing, isPreorder, comingSoon } = product
  const { addToCart, preOrder, adding } = useProductActions(product)
  const { user } = useAuth()
  const [quantity, setQuantity] = useState(1)
  const { watch, dialog } = useDemo(product)
  const motion = useMotion(product)
  const buy = useRef<HTMLDivElement>(null)
  const forSale = maxQuantity > 0
  const soldOut = !forSale && price && !isPreorder && !comingSoon
  const hasPlans = Boolean(pricing.rental || pricing.purchase || pricing.service)
  return (
    <>
      <ProductLayout product={product}>
        <Section className="pt-4 pb-6">
          <BackToProducts />
          <ProductHero
            product={product}
            onPicture={motion.button}
            more={<SectionLinks id={id} specs={product.specs.length > 0} plans={hasPlans} />}
          >
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
                  <QuoteButton lines={[{ productId: id, name, quantity }]} pricing={pricing} person={user} />
                </BuyBox>
              ) : (
                <div className="grid gap-3 sm:grid-cols-2">
                  {soldOut && (
                    <Suspense fallback={<Skeleton className="h-56 sm:col-span-2" />}>
                      <StockAlertForm key={id} productId={id} name={name} />
                    </Suspense>
                  )}
                  <Button variant={soldOut ? 'secondary' : 'primary'} onClick={() => preOrder()}>
                    Pre-order Now
                  </Button>
                  <WatchDemo onClick={watch} />
                </div>
              )}
            </div>
          </ProductHero>
        </Section>
        {motion.part}
        <Suspense fallback={<Skeleton className="mt-12 h-96" />}>
          <Overview product={product} />
          <DemoSection product={product} onWatch={watch} />
        </Suspense>
        <Suspense fallback={<SectionSkeleton {...details} />}>
          <DetailTabs product={product} />
        </Suspense>
        {hasPlans && (
          <Suspense fallback={<SectionSkeleton {...plans} />}>
            <Plans
              product={product}
              adding={adding}
              onChoose={(kind, plan) =>
                kind === 'purchase'
                  ? addToCart(1)
                  : preOrder(`${planNames[kind]} plan: ${plan.price} ${plan.period}`)
              }
            />
          </Suspense>
        )}
      </ProductLayout>
      <Suspense>
        <LazyBuyBar name={name} price={price} buttons={buy}>
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
        </LazyBuyBar>
      </Suspense>
      {dialog}
    </>
  )
}

const planNames = { rental: 'Rental', service: 'Service' }
