import type { ReactNode } from 'react'
import { PreorderNow } from '~/features/preorder/PreorderNow'
import { sectionOf } from '~/features/texts/sections'
import { ErrorState } from '~/ui/ErrorState'
import { Section, SectionHeading } from '~/ui/Layout'
import { RichText } from '~/ui/RichText'
import { type HomeData, preOrderImage } from './homeData'
import { type Offer, offers } from './offers'
import { PricingPlate } from './PricingPlate'

/** Four plates that read as one table. */
export default function PricingTransparency({ data, failed, retry }: HomeData): ReactNode {
  const { label, title, html } = sectionOf(data?.text, 'pricing')
  if (data && !title) return null
  return (
    <Section tight>
      <SectionHeading
        label={label}
        title={title || 'Pricing Transparency'}
        lead={html && <RichText html={html} />}
      />
      {failed ? (
        <ErrorState title="Couldn't load prices." onRetry={retry} />
      ) : (
        <ul className="-mx-gutter grid gap-px border-y bg-line sm:mx-0 sm:border-x md:grid-cols-2 xl:grid-cols-4">
          {(Object.keys(offers) as (keyof typeof offers)[]).map((key) => (
            <li key={key} className="grid md:row-span-6 md:grid-rows-subgrid">
              <PricingPlate
                offer={offers[key]}
                product={data?.[key]}
                action={<Preorder offer={offers[key]} name={data?.[key]?.name} />}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/**
 * A card passes its title as name and category, with a fixed picture, to /preorder, and the product once it is known.
 */
function Preorder({ offer: { productId, title }, name }: { offer: Offer; name: string | undefined }) {
  return (
    <PreorderNow
      size="sm"
      aria-label={`Pre-order Now: ${title}`}
      product={{
        id: name && productId,
        name: title,
        productName: name ?? title,
        image: preOrderImage,
        category: title,
      }}
    />
  )
}
