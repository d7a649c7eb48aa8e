package shop

import (
	"slices"
	"time"
)

// Dashboard is how the shop does over a period, and what waits now.
type Dashboard struct {
	Orders             int
	Revenue            Money // of orders that are paid, and neither cancelled nor refunded; with tax
	Days               []DashboardDay
	OrdersByStatus     []OrderCount
	PreOrdersByStatus  []PreOrderCount
	LowStock           []Product        // listed, the least first
	UnansweredMessages []ContactMessage // the oldest first
	Promises           Promises
}

// DashboardDay is one day of it, in UTC.
type DashboardDay struct {
	Date    time.Time // at midnight
	Orders  int
	Revenue Money
}

// OrderCount is how many orders have a status.
type OrderCount struct {
	Status OrderStatus
	Count  int
}

// PreOrderCount is how many pre-orders have a status.
type PreOrderCount struct {
	Status PreOrderStatus
	Count  int
}

// OrderSum is what the orders of one day and status come to.
type OrderSum struct {
	Day    time.Time
	Status OrderStatus
	Count  int
	Minor  int64
}

const (
	// LowStock is how few units are few.
	LowStock = 3
	// MaxDashboardDays is the longest period of a dashboard.
	MaxDashboardDays = 366
	// MaxDashboardRows is how many products and messages a dashboard lists.
	MaxDashboardRows = 10
)

// Earns tells whether an order of this status counts as revenue.
func (s OrderStatus) Earns() bool {
	return slices.Contains([]OrderStatus{OrderPaid, OrderProcessing, OrderShipped, OrderDelivered}, s)
}

// CheckPeriod refuses a period that is empty or too long. Both ends are days in UTC, and until is not in it.
func CheckPeriod(from, until time.Time) error {
	var c checker
	if days := until.Sub(from).Hours() / 24; days <= 0 || days > MaxDashboardDays {
		c.add(OutOfRange, "until", "The period must have 1 to 366 days")
	}
	return c.found.Err()
}

// NewDashboard sums up the orders of a period; each of its days is there.
func NewDashboard(from, until time.Time, currency string, sums []OrderSum) Dashboard {
	d := Dashboard{Revenue: Money{Currency: currency}}
	at := map[time.Time]int{}
	for day := from; day.Before(until); day = day.AddDate(0, 0, 1) {
		at[day] = len(d.Days)
		d.Days = append(d.Days, DashboardDay{Date: day, Revenue: Money{Currency: currency}})
	}
	counts := map[OrderStatus]int{}
	for _, sum := range sums {
		day := &d.Days[at[sum.Day.UTC()]]
		day.Orders += sum.Count
		d.Orders += sum.Count
		counts[sum.Status] += sum.Count
		if sum.Status.Earns() {
			earned := Money{sum.Minor, currency}
			day.Revenue, d.Revenue = day.Revenue.Plus(earned), d.Revenue.Plus(earned)
		}
	}
	for _, status := range []OrderStatus{OrderPendingPayment, OrderPaid, OrderProcessing, OrderShipped, OrderDelivered, OrderCancelled, OrderRefunded} {
		d.OrdersByStatus = append(d.OrdersByStatus, OrderCount{status, counts[status]})
	}
	return d
}

// CountPreOrders takes in how many pre-orders have each status; every status is there.
func (d *Dashboard) CountPreOrders(counts map[PreOrderStatus]int) {
	for _, status := range []PreOrderStatus{PreOrderPending, PreOrderContacted, PreOrderClosed} {
		d.PreOrdersByStatus = append(d.PreOrdersByStatus, PreOrderCount{status, counts[status]})
	}
}
