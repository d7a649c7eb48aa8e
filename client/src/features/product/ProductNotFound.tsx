import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import ErrorHelp from '~/ui/ErrorHelp'
import { Section } from '~/ui/Layout'
import { BackToProducts } from './BackToProducts'

/** Pages of products that don't exist or have no more than a name. */
export default function ProductNotFound({ name }: { name?: string }) {
  return name === undefined ? <NotFound /> : <Placeholder name={name} />
}

/** Shown if there is no product with this ID. The heading is fixed by docs/specification.md. */
function NotFound() {
  return (
    <Section tight>
      <p className="label text-signal">404</p>
      <h1 className="display mt-4">Product not found</h1>
      <p className="mt-5 max-w-prose text-lead text-muted">
        There's no product at this address. It may have been removed from the catalogue.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.home} variant="primary">
          Return to Home
        </ButtonLink>
        <ButtonLink to={paths.products}>Browse Robots</ButtonLink>
      </div>
      <ErrorHelp code="404" />
    </Section>
  )
}

/** Shown for a reserved ID without any data. */
function Placeholder({ name }: { name: string }) {
  return (
    <Section tight>
      <BackToProducts />
      <div className="ticks mt-4 grid justify-items-start gap-6 bg-plate px-6 py-20 sm:px-12 md:py-32">
        <h1>{name}</h1>
        <p className="max-w-prose text-lead text-muted">
          This product has not been announced yet. Its specifications and price will appear here.
        </p>
        <ButtonLink to={paths.products}>See all products</ButtonLink>
      </div>
    </Section>
  )
}
