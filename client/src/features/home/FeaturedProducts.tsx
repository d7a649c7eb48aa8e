import { PreorderNow } from '~/features/preorder/PreorderNow'
import { sectionOf } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Section, SectionHeading } from '~/ui/Layout'
import { Reveal } from '~/ui/Reveal'
import { Loading } from '~/ui/Skeleton'
import { FeaturedProduct, FeaturedSkeleton } from './FeaturedProduct'
import type { HomeData } from './homeData'
import { preOrderImage } from './homeData'

const grid = 'grid gap-5 lg:grid-cols-3'

/** The three featured products. */
export function FeaturedProducts({ id, data, failed, retry }: HomeData & { id: string }) {
  const { label, title } = sectionOf(data?.text, 'featured')
  return (
    <Section id={id} tight>
      <SectionHeading
        label={label}
        title={title || 'Featured Products'}
        action={
          <ButtonLink to={paths.products} size="sm">
            View More
          </ButtonLink>
        }
      />
      {failed && <ErrorState title="Couldn't load featured products." onRetry={retry} />}
      {!failed && !data && (
        <Loading label="Loading the featured products">
          <div className={grid}>
            {[0, 1, 2].map((index) => (
              <FeaturedSkeleton key={index} />
            ))}
          </div>
        </Loading>
      )}
      {data && (
        <ul className={grid}>
          {data.featuredProducts.map((product, index) => (
            <Reveal as="li" kind="card" index={index} key={product.id}>
              <FeaturedProduct
                product={product}
                action={
                  <PreorderNow
                    size="sm"
                    variant={product.stock > 0 ? 'secondary' : 'primary'}
                    className="relative"
                    aria-label={`Pre-order Now: ${product.name}`}
                    product={{
                      id: product.id,
                      name: product.name,
                      productName: product.name,
                      image: product.image?.url ?? preOrderImage,
                      category: product.category,
                    }}
                  />
                }
              />
            </Reveal>
          ))}
        </ul>
      )}
    </Section>
  )
}
