import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'

/** The screen of unknown addresses of the administration. */
export function NotFound() {
  return (
    <>
      <ScreenHead title="Page not found" />
      <p className="mb-6 max-w-prose text-muted">
        This page doesn't exist. It may have moved, or the link is wrong.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.admin} variant="primary">
          Go to dashboard
        </ButtonLink>
        {/* Opens the search over this page: AdminShell.tsx. */}
        <ButtonLink to="?find=">Search</ButtonLink>
      </div>
    </>
  )
}
