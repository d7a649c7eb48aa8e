import { useDrawer } from '~/features/admin/kit/address'
import { DetailsLink } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { Parts, When } from '~/features/admin/kit/values'
import type { CustomerSort } from '~/lib/schema.gen'
import { AdminCustomersDocument } from './AdminCustomers.gen'
import { CustomerDrawer } from './CustomerDrawer'
import { CustomerState, RoleBadge, roles } from './CustomerState'

const filters = {
  q: search('Name or email'),
  role: choice('Role', roles),
  sort: sorting<CustomerSort>([
    { value: 'newest', label: 'Newest', order: 'NEWEST' },
    { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
    { value: 'name', label: 'Name', order: 'NAME' },
  ]),
}

/** All accounts with role, sessions and whether they are blocked. */
export default function CustomersScreen() {
  const details = useDrawer('customer')
  return (
    <ListScreen
      title="Customers"
      noun={['account', 'accounts']}
      query={AdminCustomersDocument}
      filters={filters}
      variables={({ q, role, sort }) => ({ filter: { search: q, role }, sort })}
      file={{ list: 'customers', filter: ({ q, role }) => ({ search: q, role: role?.toLowerCase() }) }}
      failed="Failed to load customers."
      none={{ title: 'No customers yet', message: 'New accounts appear here.' }}
      columns={[
        {
          header: 'Name',
          cut: ({ name, email }) => `${name}, ${email}`,
          cell: ({ name, email, emailVerified }) => (
            <Parts>
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="text-faint wrap-anywhere">
                {email}
                {!emailVerified && ', not verified'}
              </span>
            </Parts>
          ),
        },
        { header: 'Role', cell: (customer) => <RoleBadge of={customer} /> },
        { header: 'State', cell: ({ blockedAt }) => <CustomerState blockedAt={blockedAt} /> },
        { header: 'Sessions', align: 'right', cell: ({ sessions }) => sessions },
        { header: 'Joined', cell: ({ createdAt }) => <When value={createdAt} short /> },
        {
          header: 'Actions',
          cell: ({ id, name }) => <DetailsLink {...details.link(id)} name={`Details of ${name}`} />,
        },
      ]}
    >
      <CustomerDrawer id={details.id} onClose={details.close} />
    </ListScreen>
  )
}
