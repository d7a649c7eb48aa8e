import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { Container } from '~/ui/Layout'

/** The way out of the page: over a drawn scale, to the collection. */
export function GetStarted() {
  return (
    <section aria-labelledby="get-started" className="border-t bg-plate">
      <div
        aria-hidden="true"
        className="h-6 bg-[linear-gradient(90deg,var(--color-control)_1px,transparent_1px),linear-gradient(90deg,var(--color-line)_1px,transparent_1px)] bg-size-[7.5rem_1.5rem,1.5rem_0.75rem] bg-repeat-x"
      />
      <Container className="grid items-end gap-8 py-section lg:grid-cols-12">
        <div className="lg:col-span-8">
          <h2 id="get-started" className="text-h1 [font-stretch:125%]">
            Ready to Get Started
          </h2>
          <p className="mt-5 max-w-prose text-muted">
            Ten machines, each with its data plate. Choose one, or tell us the task and we name the machine.
          </p>
        </div>
        <div className="lg:col-span-4 lg:justify-self-end">
          <ButtonLink to={paths.products} variant="primary">
            Browse Our Collection
          </ButtonLink>
        </div>
      </Container>
    </section>
  )
}
