import type { DocumentNode } from 'graphql'
import { StaffRoleAssignDocument } from './StaffRole.gen'
import { StatusSelect } from './StatusSelect'
import { useAction } from './useAction'

const none = { value: '', label: 'No staff role' }

/** A select for an account's staff role, which it changes at once. */
export function StaffRoleSelect({
  account: { id, name, staffRole },
  roles,
  refetch,
}: {
  account: { id: string; name: string; staffRole: { id: string } | null }
  roles: readonly { id: string; name: string }[]
  /** Queries of lists that depend on who has a role. */
  refetch?: DocumentNode[]
}) {
  const before = staffRole?.id ?? ''
  const { run, send, shown } = useAction({ value: before })
  const options = [none, ...roles.map((role) => ({ value: role.id, label: role.name }))]

  function give(roleId: string, undo?: () => void) {
    void run(
      () =>
        send(StaffRoleAssignDocument, { accountId: id, roleId: roleId || null }, { refetchQueries: refetch }),
      {
        expect: roleId,
        done: roleId
          ? `${name} is now ${options.find(({ value }) => value === roleId)?.label}`
          : `${name} has no staff role any more`,
        undo,
        failed: 'Failed to change the role.',
      },
    )
  }

  return (
    <StatusSelect
      label={`Staff role of ${name}`}
      tone={shown ? 'info' : 'neutral'}
      value={shown}
      options={options}
      onChange={(roleId) => give(roleId, () => give(before))}
    />
  )
}
