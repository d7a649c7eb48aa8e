import type { Role } from '~/lib/schema.gen'
import { Badge, Status } from '~/ui/Badge'

/** Labels of the roles, the one with fewer rights first. */
export const roles: Record<Role, string> = { USER: 'User', ADMIN: 'Admin' }

export function RoleBadge({
  of: { role, staffRole },
}: {
  of: { role: Role; staffRole: { name: string } | null }
}) {
  return (
    <Badge tone={role === 'ADMIN' || staffRole ? 'info' : 'neutral'}>{staffRole?.name ?? roles[role]}</Badge>
  )
}

/** Whether an account can sign in. */
export function CustomerState({ blockedAt }: { blockedAt: string | null }) {
  return blockedAt ? <Status tone="error">Blocked</Status> : <Status tone="ok">Active</Status>
}
