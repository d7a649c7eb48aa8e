import type { ReactNode } from 'react'
import { Badge } from '~/ui/Badge'
import { Icon } from '~/ui/Icon'
import { Section, SectionHeading } from '~/ui/Layout'
import { Picture } from '~/ui/Picture'
import type { Demo_ProductFragment } from './Demo.gen'

/** The poster: the film's, otherwise the product's picture. */
export function Poster({
  product: { image, video },
  className,
}: {
  product: Demo_ProductFragment
  className: string
}) {
  const media = video?.poster ? { url: video.poster, alt: '' } : image && { ...image, alt: '' }
  return media && <Picture media={media} className={className} />
}

/** The section that opens the film. */
export default function DemoSection({
  product,
  onWatch,
}: {
  product: Demo_ProductFragment
  onWatch: () => void
}): ReactNode {
  return (
    <Section tight>
      <SectionHeading
        label="Demo"
        title={<span className="wrap-anywhere">{product.name} at work</span>}
        lead={product.video?.alt ?? "There's no demo video for this product yet."}
      />
      <div className="relative grid aspect-video place-items-center overflow-hidden bg-ground md:ml-[calc(25%+0.5rem)]">
        <Poster product={product} className="absolute inset-0 size-full object-contain opacity-40" />
        {product.video ? (
          <button
            type="button"
            onClick={onWatch}
            aria-label={`Watch the ${product.name} demo`}
            className="absolute inset-0 grid place-items-center hover:text-signal"
          >
            <span className="grid size-20 place-items-center rounded-plate border border-control bg-ground">
              <Icon name="play" className="size-8" />
            </span>
          </button>
        ) : (
          <p className="absolute bottom-4 left-4 sm:bottom-6 sm:left-6">
            <Badge>Coming Soon</Badge>
          </p>
        )}
      </div>
    </Section>
  )
}
