import { PreorderNow } from '~/features/preorder/PreorderNow'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Section, SectionHeading } from '~/ui/Layout'
import { Reveal } from '~/ui/Reveal'
import { Loading } from '~/ui/Skeleton'
import type { HomeAnswer } from './answer'
import { cardImage } from './answer'
import { FeaturedProduct, FeaturedSkeleton } from './FeaturedProduct'

const grid = 'grid gap-5 md:grid-cols-2'
const cell = (index: number) => (index === 0 ? 'md:col-span-2' : '')

/** The first three products, one large and two below it. */
export function FeaturedProducts({ id, data, failed, retry }: HomeAnswer & { id: string }) {
  return (
    <Section id={id}>
      <SectionHeading
        label="Catalogue"
        title="Featured Products"
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
              <div key={index} className={cell(index)}>
                <FeaturedSkeleton index={index} />
              </div>
            ))}
          </div>
        </Loading>
      )}
      {data && (
        <ul className={grid}>
          {data.products.nodes.map((product, index) => (
            <Reveal as="li" kind="card" index={index} key={product.id} className={cell(index)}>
              <FeaturedProduct
                product={product}
                index={index}
                action={
                  <PreorderNow
                    size="sm"
                    variant={index === 0 ? 'primary' : 'secondary'}
                    aria-label={`Pre-order Now: ${product.name}`}
                    product={{
                      id: product.id,
                      name: product.name,
                      productName: product.name,
                      image: product.image?.url ?? cardImage,
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
