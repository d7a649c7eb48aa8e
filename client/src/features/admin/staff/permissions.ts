import type { Scope } from '~/lib/schema.gen'

type Permission = { scope: Scope; label: string; needs?: Scope }

/** The permissions of roles, by object. Writing includes reading, as in shop/staff.go. */
export const permissions: { title: string; permissions: Permission[] }[] = [
  {
    title: 'Orders',
    permissions: [
      { scope: 'READ_ORDERS', label: 'See orders and their customers' },
      { scope: 'WRITE_ORDERS', label: 'Process and cancel orders, write notes', needs: 'READ_ORDERS' },
      {
        scope: 'WRITE_PAYMENTS',
        label: 'Import statements, mark orders as paid or refunded',
        needs: 'WRITE_ORDERS',
      },
    ],
  },
  {
    title: 'Pre-orders',
    permissions: [
      { scope: 'READ_PREORDERS', label: 'See pre-orders and their customers' },
      { scope: 'WRITE_PREORDERS', label: 'Change their status and dates', needs: 'READ_PREORDERS' },
    ],
  },
  {
    title: 'Quotes',
    permissions: [
      { scope: 'READ_QUOTES', label: 'See quotes and their customers' },
      { scope: 'WRITE_QUOTES', label: 'Mark quotes as answered, order them', needs: 'READ_QUOTES' },
    ],
  },
  {
    title: 'Messages',
    permissions: [
      { scope: 'READ_CONTACTS', label: 'See messages' },
      { scope: 'WRITE_CONTACTS', label: 'Resolve and delete messages', needs: 'READ_CONTACTS' },
    ],
  },
  {
    title: 'Customers',
    permissions: [
      { scope: 'READ_CUSTOMERS', label: 'See accounts, newsletter addresses and stock alerts' },
      {
        scope: 'WRITE_CUSTOMERS',
        label: 'Block customers, delete newsletter addresses',
        needs: 'READ_CUSTOMERS',
      },
    ],
  },
  {
    title: 'Catalogue and content',
    permissions: [
      { scope: 'WRITE_PRODUCTS', label: 'Edit products and stock' },
      { scope: 'WRITE_CONTENT', label: 'Edit texts, team, milestones and FAQ, hide reviews' },
    ],
  },
  {
    title: 'Shop',
    permissions: [{ scope: 'WRITE_SETTINGS', label: 'Change settings, bank account included' }],
  },
]

const all = permissions.flatMap((group) => group.permissions)

/** The scopes after adding `scope` with those that it requires, or removing it with those that require it. */
export function choose(scopes: readonly Scope[], scope: Scope, chosen: boolean): Scope[] {
  const next = chosen ? [...scopes, scope] : scopes.filter((one) => one !== scope)
  const linked = all.find((one) =>
    chosen
      ? one.scope === scope && one.needs && !next.includes(one.needs)
      : one.needs === scope && next.includes(one.scope),
  )
  if (!linked) return next
  return choose(next, chosen ? (linked.needs as Scope) : linked.scope, chosen)
}

/** A role's scopes in words: the objects, and whether it may only see them. */
export function describe(scopes: readonly Scope[]): string {
  return permissions
    .flatMap(({ title, permissions }) => {
      const held = permissions.filter(({ scope }) => scopes.includes(scope))
      if (held.length === 0) return []
      const onlySees = held.every(({ scope }) => scope.startsWith('READ_'))
      return onlySees ? `${title} (see only)` : title
    })
    .join(', ')
}
