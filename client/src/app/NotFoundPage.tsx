import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import ErrorHelp from '~/ui/ErrorHelp'
import { Section } from '~/ui/Layout'

/** Shown for addresses without a page. */
export default function NotFoundPage() {
  return (
    <Section tight>
      <p className="label text-signal">404</p>
      <h1 className="display mt-4">Page not found</h1>
      <p className="mt-5 max-w-prose text-lead text-muted">
        This page doesn't exist. It may have moved, or the link is wrong.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.products} variant="primary">
          Browse Robots
        </ButtonLink>
        <ButtonLink to={paths.home}>Return to Home</ButtonLink>
        <ButtonLink to={paths.sitemap}>Sitemap</ButtonLink>
      </div>
      <ErrorHelp code="404" />
    </Section>
  )
}
