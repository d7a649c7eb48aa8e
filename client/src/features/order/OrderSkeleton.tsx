import { Loading, Skeleton } from '~/ui/Skeleton'

/** The skeleton of an order's page. */
export function OrderSkeleton() {
  return (
    <Loading label="Loading the order">
      <div className="flex flex-wrap gap-x-12 gap-y-5">
        <Skeleton className="h-11 w-36" />
        <Skeleton className="h-11 w-36" />
        <Skeleton className="h-11 w-80" />
      </div>
      <Skeleton className="mt-10 h-16" />
      <div className="mt-14 grid items-start gap-x-16 gap-y-12 lg:grid-cols-12">
        <div className="grid min-w-0 gap-6 lg:col-span-7">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-62" />
        </div>
        <Skeleton className="h-96 lg:col-span-5" />
      </div>
    </Loading>
  )
}
