package order

import (
	"github.com/prometheus/client_golang/prometheus"

	"orrery/shop"
)

// Sales counts the orders that this process has stored. It implements prometheus.Collector.
type Sales struct{ orders, value *prometheus.CounterVec }

// newSales returns counters that include the shop's currency with the value zero, before the first sale.
func newSales(currency string) *Sales {
	byCurrency := []string{"currency"}
	s := &Sales{
		prometheus.NewCounterVec(prometheus.CounterOpts{Name: "orrery_orders_total", Help: "Orders that were placed."},
			byCurrency),
		prometheus.NewCounterVec(prometheus.CounterOpts{Name: "orrery_orders_value_total",
			Help: "Totals of the orders that were placed, in the smallest unit of their currency."}, byCurrency),
	}
	s.orders.WithLabelValues(currency)
	s.value.WithLabelValues(currency)
	return s
}

// Count adds one order with its total.
func (s *Sales) Count(total shop.Money) {
	s.orders.WithLabelValues(total.Currency).Inc()
	s.value.WithLabelValues(total.Currency).Add(float64(total.Minor))
}

// Describe implements prometheus.Collector.
func (s *Sales) Describe(to chan<- *prometheus.Desc) {
	s.orders.Describe(to)
	s.value.Describe(to)
}

// Collect implements prometheus.Collector.
func (s *Sales) Collect(to chan<- prometheus.Metric) {
	s.orders.Collect(to)
	s.value.Collect(to)
}
