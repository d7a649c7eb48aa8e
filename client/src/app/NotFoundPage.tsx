import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { Section } from '~/ui/Layout'

/** Any address that the site does not have. */
export default function NotFoundPage() {
  return (
    <Section>
      <p className="label text-signal">404</p>
      <h1 className="display mt-6">Page not found</h1>
      <p className="mt-8 max-w-prose text-lead text-muted">
        This page doesn't exist. It may have moved, or the link is wrong.
      </p>
      <div className="mt-10 flex flex-wrap gap-3">
        <ButtonLink to={paths.products} variant="primary">
          Browse Robots
        </ButtonLink>
        <ButtonLink to={paths.home}>Return to Home</ButtonLink>
      </div>
    </Section>
  )
}
