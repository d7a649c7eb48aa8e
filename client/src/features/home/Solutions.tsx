import { paths } from '~/lib/paths'
import { Badge } from '~/ui/Badge'
import { ButtonLink } from '~/ui/Button'
import { CornerTicks } from '~/ui/Layout'

/** The two halves of the offer: machines that can be bought, and the software that is announced. */
export function Solutions() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <CornerTicks className="flex flex-col items-start gap-4 p-6 sm:p-10">
        <h3 className="text-h2">Robots and components</h3>
        <p className="max-w-prose text-muted">
          Arms, mobile bases, rails, grippers and cameras that share their flange, their voltage and their
          controller.
        </p>
        <ButtonLink to={paths.products} className="mt-auto">
          Explore Products
        </ButtonLink>
      </CornerTicks>
      <CornerTicks className="flex flex-col items-start gap-4 p-6 sm:p-10">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h3 className="text-h2">Software Suite</h3>
          <Badge>Coming Soon</Badge>
        </div>
        <p className="max-w-prose text-muted">
          Control, a visual editor and a mobile view for every machine, with the same job list in all three.
        </p>
        <ButtonLink to={paths.software} className="mt-auto">
          View Software
        </ButtonLink>
      </CornerTicks>
    </div>
  )
}
