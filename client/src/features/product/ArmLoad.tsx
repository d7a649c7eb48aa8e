import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { withUnits } from '~/lib/units'
import { useHydrated } from '~/lib/useHydrated'
import { Link } from '~/ui/Link'
import { ArmLoadDocument } from './ArmLoad.gen'
import type { ProductQuery } from './Product.gen'

type Figures = NonNullable<NonNullable<ProductQuery['product']>['engineering']>

const link = 'text-fg underline decoration-control underline-offset-4 hover:decoration-fg'

/** An arm's remaining payload with the shop's gripper, and a link to the planner. */
export default function ArmLoad({ id, figures }: { id: string; figures: Figures }): ReactNode {
  // Skipped on the server, which only has the loader's query.
  const { data } = useQuery(ArmLoadDocument, { variables: { id }, skip: !useHydrated() })
  if (!data) return null
  const gripper = data.products.nodes.find(({ engineering }) => engineering?.kind === 'GRIPPER')
  const { massGrams = null, payloadGrams = null, payloadNote } = gripper?.engineering ?? {}
  return (
    <div className="grid max-w-prose gap-3 text-small text-muted">
      {gripper && massGrams && figures.payloadGrams && (
        <p>
          With the {gripper.name} ({kilograms(massGrams)}),{' '}
          <strong className="font-semibold text-fg">{kilograms(figures.payloadGrams - massGrams)}</strong> of{' '}
          {kilograms(figures.payloadGrams, figures.payloadNote)} is left for the part.{' '}
          {payloadGrams && `The gripper holds ${kilograms(payloadGrams, payloadNote)}. `}
          <Link to={paths.compare([id, gripper.id])} className={link}>
            Check the fit
          </Link>
        </p>
      )}
      {data.product?.motion?.arm && (
        <p>
          <Link to={`${paths.plan}?arm=${id}`} className={link}>
            Plan a cell
          </Link>{' '}
          to see reach, load with a gripper, cycle time and energy.
        </p>
      )}
    </div>
  )
}

const kilograms = (grams: number, note = '') => withUnits(`${grams / 1000} kg`) + (note && ` (${note})`)
