import { useQuery } from '@apollo/client/react'
import { ExportButton } from '~/features/admin/kit/ExportButton'
import { FilterBar } from '~/features/admin/kit/FilterBar'
import { FilterSelect } from '~/features/admin/kit/FilterSelect'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { SearchBox } from '~/features/admin/kit/SearchBox'
import { SortSelect, type Sorts, sortOf } from '~/features/admin/kit/SortSelect'
import type { Column } from '~/features/admin/kit/Table'
import { useDrawer } from '~/features/admin/kit/useDrawer'
import { oneOf, useListView } from '~/features/admin/kit/useListView'
import { When } from '~/features/admin/kit/When'
import { counted } from '~/lib/counted'
import type { CustomerSort } from '~/lib/schema.gen'
import { ButtonLink } from '~/ui/Button'
import { AdminCustomersDocument } from './AdminCustomers.gen'
import type { Customer } from './accountSteps'
import { CustomerDrawer } from './CustomerDrawer'
import { CustomerState, RoleBadge, roles } from './CustomerState'

const failed = 'Failed to load customers.'

const names = ['q', 'role', 'sort'] as const

const sorts: Sorts<CustomerSort> = [
  { value: 'newest', label: 'Newest', order: 'NEWEST' },
  { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
  { value: 'name', label: 'Name', order: 'NAME' },
]

function columns(details: ReturnType<typeof useDrawer>): Column<Customer>[] {
  return [
    {
      header: 'Name',
      cell: ({ name, email, emailVerified }) => (
        <>
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="text-faint wrap-anywhere">
            {email}
            {!emailVerified && ', not verified'}
          </span>
        </>
      ),
    },
    { header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
    { header: 'State', cell: ({ blockedAt }) => <CustomerState blockedAt={blockedAt} /> },
    { header: 'Sessions', align: 'right', cell: ({ sessions }) => sessions },
    { header: 'Joined', cell: ({ createdAt }) => <When value={createdAt} /> },
    {
      header: 'Actions',
      cell: ({ id, name }) => (
        <ButtonLink
          {...details.link(id)}
          variant="ghost"
          size="sm"
          aria-label={`Details of ${name}`}
          className="-mx-4"
        >
          Details
        </ButtonLink>
      ),
    },
  ]
}

/** Everybody who has an account: who may what, who is signed in, who is kept out. */
export function Component() {
  const view = useListView(names)
  const details = useDrawer('customer')
  const { values, show } = view
  const search = values.q.trim()
  const role = oneOf(roles, values.role)
  const result = useQuery(AdminCustomersDocument, {
    variables: {
      filter: { search, role },
      sort: sortOf(sorts, values.sort).order,
      ...view.paging,
    },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.customers, failed)
  return (
    <>
      <ScreenHead
        title="Customers"
        count={counted(list.totalCount, 'account')}
        action={<ExportButton list="customers" filter={{ search, role: role?.toLowerCase() }} />}
      />
      <FilterBar label="Customers">
        <SearchBox label="Search by name or email" value={values.q} onPause={view.search} />
        <FilterSelect
          label="Role"
          all="All"
          options={roles}
          value={role ?? ''}
          onChange={(value) => show({ role: value })}
        />
        <SortSelect sorts={sorts} value={values.sort} onChange={(sort) => show({ sort })} />
      </FilterBar>
      <List
        caption="Customers"
        columns={columns(details)}
        list={list}
        view={view}
        none={{ title: 'No customers yet', message: 'As soon as somebody registers, they stand here.' }}
      />
      <CustomerDrawer id={details.id} onClose={details.close} />
    </>
  )
}
