package shop

import (
	"slices"
	"time"
)

// Dashboard summarises the orders of a period and the current open tasks.
type Dashboard struct {
	Orders             int
	Revenue            Money // totals of orders that are paid and neither cancelled nor refunded; including tax
	Days               []DashboardDay
	OrdersByStatus     []OrderCount
	PreOrdersByStatus  []PreOrderCount
	LowStock           []Product        // listed products, lowest stock first
	UnansweredMessages []ContactMessage // oldest first
	Promises           Promises
}

// DashboardDay is a day in UTC of the period.
type DashboardDay struct {
	Date    time.Time // at midnight
	Orders  int
	Revenue Money
}

// OrderCount is the number of orders with a status.
type OrderCount struct {
	Status OrderStatus
	Count  int
}

// PreOrderCount is the number of pre-orders with a status.
type PreOrderCount struct {
	Status PreOrderStatus
	Count  int
}

// OrderSum is the number and the total of the orders of one day and status.
type OrderSum struct {
	Day    time.Time
	Status OrderStatus
	Count  int
	Minor  int64
}

const (
	// MaxDashboardDays is the maximum period of a dashboard.
	MaxDashboardDays = 366
	// MaxDashboardRows is the maximum number of products, and of messages, that a dashboard lists.
	MaxDashboardRows = 10
)

// Earns reports whether an order with this status counts as revenue.
func (s OrderStatus) Earns() bool {
	return slices.Contains([]OrderStatus{OrderPaid, OrderProcessing, OrderShipped, OrderDelivered}, s)
}

// CheckPeriod refuses a period that is empty or too long. Both ends are days in UTC; until is exclusive.
func CheckPeriod(from, until time.Time) error {
	var c checker
	if days := until.Sub(from).Hours() / 24; days <= 0 || days > MaxDashboardDays {
		c.add(OutOfRange, "until", "The period must have 1 to 366 days")
	}
	return c.found.Err()
}

// NewDashboard sums the orders of a period. Days without orders are included.
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
	for _, status := range []OrderStatus{OrderPendingPayment, OrderPaid, OrderProcessing, OrderShipped, OrderDelivered,
		OrderCancelled, OrderRefunded} {
		d.OrdersByStatus = append(d.OrdersByStatus, OrderCount{status, counts[status]})
	}
	return d
}

// CountPreOrders sets the number of pre-orders per status. Statuses without pre-orders are included.
func (d *Dashboard) CountPreOrders(counts map[PreOrderStatus]int) {
	for _, status := range []PreOrderStatus{PreOrderPending, PreOrderContacted, PreOrderClosed} {
		d.PreOrdersByStatus = append(d.PreOrdersByStatus, PreOrderCount{status, counts[status]})
	}
}
