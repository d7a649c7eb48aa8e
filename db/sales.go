package db

import (
	"orrery/shop"

	"github.com/prometheus/client_golang/prometheus"
)

// sold counts the orders that this process has stored.
type sold struct{ orders, value *prometheus.CounterVec }

func newSold() sold {
	byCurrency := []string{"currency"}
	return sold{
		prometheus.NewCounterVec(prometheus.CounterOpts{Name: "orrery_orders_total", Help: "Orders that were placed."}, byCurrency),
		prometheus.NewCounterVec(prometheus.CounterOpts{Name: "orrery_orders_value_total",
			Help: "Totals of the orders that were placed, in the smallest unit of their currency."}, byCurrency),
	}
}

func (s sold) count(total shop.Money) {
	s.orders.WithLabelValues(total.Currency).Inc()
	s.value.WithLabelValues(total.Currency).Add(float64(total.Minor))
}
