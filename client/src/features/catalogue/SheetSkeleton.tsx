import { Loading, Skeleton } from '~/ui/Skeleton'

/** Skeletons of the first data sheets. */
export function SheetSkeletons() {
  return (
    <Loading label="Loading products">
      {[0, 1, 2].map((index) => (
        <div key={index} className="grid gap-8 border-t pt-5 pb-8 lg:grid-cols-12">
          <Skeleton className="aspect-2/1 sm:aspect-3/2 lg:col-span-4" />
          <div className="grid content-start gap-4 lg:col-span-8">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-10 w-3/4" />
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-14 w-full max-w-prose" />
            <Skeleton className="h-12 w-80 max-w-full" />
            <Skeleton className="h-36 w-full" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
