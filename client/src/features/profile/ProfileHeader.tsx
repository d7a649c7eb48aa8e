import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import type { Role } from '~/lib/schema.gen'
import { Badge } from '~/ui/Badge'
import { Button, ButtonLink } from '~/ui/Button'
import { CornerTicks } from '~/ui/Layout'

/** The user's plate, and links to account settings. */
export function ProfileHeader({
  person,
  onLogout,
}: {
  person: { name: string; email: string; role: Role }
  onLogout: () => void
}) {
  const [firstName] = person.name.split(' ')
  const at = person.email.lastIndexOf('@')
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12 lg:items-end">
      <div className="min-w-0 lg:col-span-7">
        <h1 className="wrap-anywhere">Welcome, {firstName}</h1>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.updateProfile} size="sm">
            Update Profile
          </ButtonLink>
          <ButtonLink to={paths.changePassword} size="sm">
            Change Password
          </ButtonLink>
          <ButtonLink to={paths.secondFactor} size="sm">
            Two-step Sign-in
          </ButtonLink>
          <Button size="sm" onClick={onLogout}>
            Logout
          </Button>
        </div>
      </div>
      <CornerTicks className="px-6 py-2 lg:col-span-5 xl:col-span-4 xl:col-start-9">
        <dl>
          <Line label="Name">{person.name}</Line>
          <Line label="Email">
            {person.email.slice(0, at)}
            <wbr />
            {person.email.slice(at)}
          </Line>
          <Line label="Role">
            {person.role === 'ADMIN' ? <Badge tone="signal">admin</Badge> : <Badge>user</Badge>}
          </Line>
        </dl>
      </CornerTicks>
    </div>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5rem_1fr] items-baseline gap-4 border-b py-3 last:border-b-0">
      <dt className="label text-faint uppercase">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
