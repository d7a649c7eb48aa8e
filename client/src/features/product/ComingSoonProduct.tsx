import { Suspense, useRef } from 'react'
import { settings } from '~/lib/settings'
import { Button } from '~/ui/Button'
import { Section, SectionHeading } from '~/ui/Layout'
import { BackToProducts } from './BackToProducts'
import { WatchDemo } from './BuyBox'
import DemoSection from './Demo'
import Documents from './Documents'
import Overview from './Overview'
import type { ProductQuery } from './Product.gen'
import { ProductHero } from './ProductHero'
import { LazyBuyBar, ProductLayout } from './ProductLayout'
import { SectionLinks } from './SectionLinks'
import { SpecGroups } from './SpecGroups'
import { useDemo } from './useDemo'
import { useMotion } from './useMotion'
import { useProductActions } from './useProductActions'

/** An announced product: its known data, and the pre-order. */
export default function ComingSoonProduct({ product }: { product: NonNullable<ProductQuery['product']> }) {
  const { preOrder } = useProductActions(product)
  const { watch, dialog } = useDemo(product)
  const motion = useMotion(product)
  const call = useRef<HTMLDivElement>(null)
  return (
    <>
      <ProductLayout product={product}>
        <Section className="pt-4 pb-6">
          <BackToProducts />
          <ProductHero
            product={product}
            onPicture={motion.button}
            more={<SectionLinks id={product.id} specs={product.specs.length > 0} plans={false} />}
          >
            <div ref={call} className="ticks tick-signal grid justify-items-start gap-4 bg-plate p-6">
              <h2 className="text-lead">Coming Soon</h2>
              <p className="text-small text-muted">
                Announced, not yet on sale. Pre-order to reserve a place in the queue. Delivery is expected{' '}
                {settings().periods.preorderDays} days later, and our team will contact you first.
              </p>
              <div className="flex flex-wrap gap-3">
                <Button variant="primary" onClick={() => preOrder()}>
                  Pre-order Now
                </Button>
                {product.video && <WatchDemo onClick={watch} />}
              </div>
            </div>
          </ProductHero>
        </Section>
        {motion.part}
        <Overview product={product} />
        {product.video && <DemoSection product={product} onWatch={watch} />}
        {product.specs.length > 0 && (
          <Section id="specs" tight>
            <SectionHeading
              label="Data"
              title="Specifications"
              lead="Preliminary figures. They may change before release."
            />
            <SpecGroups name={product.name} groups={product.specs} />
          </Section>
        )}
        <Documents product={product} />
      </ProductLayout>
      <Suspense>
        <LazyBuyBar name={product.name} price={product.price} buttons={call}>
          <Button variant="primary" size="sm" onClick={() => preOrder()}>
            Pre-order Now
          </Button>
        </LazyBuyBar>
      </Suspense>
      {dialog}
    </>
  )
}
