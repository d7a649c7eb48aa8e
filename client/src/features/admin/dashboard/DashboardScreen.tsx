import { useQuery } from '@apollo/client/react'
import { useListView } from '~/features/admin/kit/address'
import { Stale } from '~/features/admin/kit/List'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { useMay } from '~/features/admin/shell/access'
import { errorMessage } from '~/lib/apollo'
import { formatCount, formatMoney } from '~/lib/format'
import { paths } from '~/lib/paths'
import { orderStatuses, preOrderStatuses } from '~/lib/statuses'
import { ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AdminDashboardDocument, type AdminDashboardQuery } from './AdminDashboard.gen'
import { Chart } from './Chart'
import { OpenTasks } from './OpenTasks'
import { PeriodPicker } from './PeriodPicker'
import { later, readPeriod } from './period'
import { dayText, ordersText, pointsOf, pointText, roughly } from './points'
import { StatusBars } from './StatusBars'
import { LowStock, Promises, Unanswered } from './Waiting'

const failed = 'Failed to load the dashboard.'

const names = ['period', 'from', 'until'] as const

/** The figures of a period and the open tasks that the user may see. */
export default function DashboardScreen() {
  const may = useMay()
  const ofPeriod = may('READ_ORDERS') || may('READ_PREORDERS')
  if (ofPeriod || may('WRITE_PRODUCTS') || may('READ_CONTACTS')) return <Figures ofPeriod={ofPeriod} />
  return (
    <>
      <ScreenHead title="Dashboard" />
      <EmptyState title="No figures for your role" message="Choose a screen from the menu." />
    </>
  )
}

function Figures({ ofPeriod }: { ofPeriod: boolean }) {
  const { values, show } = useListView(names)
  const { preset, from, until, error: wrong } = readPeriod(values, new Date())
  const { data, previousData, loading, error, refetch } = useQuery(AdminDashboardDocument, {
    variables: { from: `${from}T00:00:00Z`, until: wrong ? '' : `${later(until, 1)}T00:00:00Z` },
    skip: wrong !== undefined,
    fetchPolicy: 'cache-and-network',
  })
  // Previous figures remain while dates are being chosen.
  const shown = data ?? previousData
  return (
    <>
      <ScreenHead
        title="Dashboard"
        count={wrong || !ofPeriod ? undefined : `${dayText(from)} to ${dayText(until)}, days in UTC`}
      />
      <OpenTasks />
      {ofPeriod && (
        <PeriodPicker
          preset={preset}
          from={from}
          until={until}
          error={wrong}
          // Dates are typed piece by piece, so only presets add a history entry.
          onChange={(change) => show(change, { replace: change.period === 'own' && preset === 'own' })}
        />
      )}
      {error && !data ? (
        <ErrorState
          title={failed}
          message={errorMessage(error)}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : shown ? (
        <div
          aria-busy={loading}
          className={`grid gap-x-12 gap-y-10 transition-opacity lg:grid-cols-2 ${loading || wrong ? 'opacity-55' : ''}`}
        >
          {error && (
            <div className="lg:col-span-2">
              <Stale onRetry={() => void refetch().catch(() => undefined)} />
            </div>
          )}
          <Content dashboard={shown.dashboard} />
        </div>
      ) : wrong ? null : (
        <Shapes />
      )}
    </>
  )
}

function Content({ dashboard }: { dashboard: AdminDashboardQuery['dashboard'] }) {
  const { orders, revenue, days, ordersByStatus, preOrdersByStatus, lowStock, unansweredMessages, promises } =
    dashboard
  const may = useMay()
  const points = pointsOf(days)
  const unit = points.length < days.length ? 'Week' : 'Day'
  const bars = points.map((point) => ({
    short: dayText(point.first, 'short'),
    when: pointText(point),
    ...point,
  }))
  return (
    <>
      {may('READ_CONTACTS') && <Unanswered messages={unansweredMessages} />}
      {may('WRITE_PRODUCTS') && <LowStock products={lowStock} />}
      {!may('READ_ORDERS') ? null : orders > 0 ? (
        <>
          <Chart
            title="Orders"
            total={formatCount(orders)}
            unit={unit}
            bars={bars.map((bar) => ({ ...bar, value: bar.orders, text: ordersText(bar.orders) }))}
            tick={(value) => formatCount(value)}
          />
          <Chart
            title="Revenue"
            total={formatMoney(revenue)}
            unit={unit}
            bars={bars.map((bar) => ({
              ...bar,
              value: Number(bar.revenue.amount),
              text: formatMoney(bar.revenue),
            }))}
            tick={(value) => roughly(value, revenue.currency)}
          />
        </>
      ) : (
        <div className="lg:col-span-2">
          <EmptyState
            title="No orders in this period"
            message="Choose a longer period, or view all orders."
            action={
              <ButtonLink to={paths.adminOrders} size="sm">
                All orders
              </ButtonLink>
            }
          />
        </div>
      )}
      {may('READ_ORDERS') && (
        <StatusBars
          title="Orders by status"
          head="Orders"
          rows={ordersByStatus.map(({ status, count }) => ({
            status,
            label: orderStatuses[status],
            count,
            to: `${paths.adminOrders}?status=${status}`,
          }))}
        />
      )}
      {may('READ_PREORDERS') && (
        <StatusBars
          title="Pre-orders by status"
          head="Pre-orders"
          rows={preOrdersByStatus.map(({ status, count }) => ({
            status,
            label: preOrderStatuses[status],
            count,
            to: `${paths.adminPreOrders}?status=${status}&confirmed=yes`,
          }))}
        />
      )}
      {may('READ_CONTACTS') && <Promises promises={promises} />}
    </>
  )
}

function Shapes() {
  return (
    <Loading label="Loading the dashboard">
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </Loading>
  )
}
