import { Section } from '~/ui/Layout'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { BackToProducts } from './BackToProducts'

/** The skeleton of the page's first screen. */
export function ProductSkeleton() {
  return (
    <Section className="pt-4">
      <BackToProducts />
      <Loading label="Loading product">
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-12">
          <Skeleton className="aspect-4/3 lg:col-span-7" />
          <div className="grid content-start gap-6 lg:col-span-5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-24" />
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-24" />
            <Skeleton className="h-12 w-48" />
            <Skeleton className="h-28" />
          </div>
        </div>
      </Loading>
    </Section>
  )
}
