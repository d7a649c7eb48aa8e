import { Loading, Skeleton } from '~/ui/Skeleton'

const rows = ['head', 'a', 'b', 'c', 'd', 'e', 'f', 'g']

/** The table's skeleton with the same number of columns. */
export function ComparisonSkeleton({ columns }: { columns: number }) {
  const cells = ['label', ...rows.slice(0, columns)]
  return (
    <Loading label="Loading the comparison">
      {rows.map((row) => (
        <div key={row} className={`flex border-b ${row === 'head' ? 'h-36' : 'h-12'}`}>
          {cells.map((cell) => (
            <div key={cell} className={`p-4 ${cell === 'label' ? 'w-32 lg:w-56' : 'flex-1 border-l'}`}>
              <Skeleton className={row === 'head' ? 'h-full' : 'h-4 w-2/3'} />
            </div>
          ))}
        </div>
      ))}
    </Loading>
  )
}
