package shop_test

import (
	"testing"
	"time"

	"orrery/shop"
)

func TestDashboard(t *testing.T) {
	from := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	day := func(n int) time.Time { return from.AddDate(0, 0, n) }
	d := shop.NewDashboard(from, day(3), "USD", []shop.OrderSum{
		{Day: day(0), Status: shop.OrderPaid, Count: 2, Minor: 500}, {Day: day(0), Status: shop.OrderCancelled, Count: 1, Minor: 900},
		{Day: day(2), Status: shop.OrderDelivered, Count: 1, Minor: 50}, {Day: day(2), Status: shop.OrderPendingPayment, Count: 3, Minor: 70},
	})
	if d.Orders != 7 || d.Revenue != (shop.Money{Minor: 550, Currency: "USD"}) || len(d.Days) != 3 {
		t.Errorf("%d orders, %+v in %d days", d.Orders, d.Revenue, len(d.Days))
	}
	for i, want := range []struct {
		orders int
		minor  int64
	}{{3, 500}, {0, 0}, {4, 50}} {
		if got := d.Days[i]; got.Orders != want.orders || got.Revenue.Minor != want.minor || !got.Date.Equal(day(i)) {
			t.Errorf("day %d: %+v, want %+v", i, got, want)
		}
	}
	if got := d.OrdersByStatus[0]; got != (shop.OrderCount{Status: shop.OrderPendingPayment, Count: 3}) || len(d.OrdersByStatus) != 7 {
		t.Errorf("by status: %+v", d.OrdersByStatus)
	}
	for days, ok := range map[int]bool{-1: false, 0: false, 1: true, 366: true, 367: false} {
		if err := shop.CheckPeriod(from, day(days)); (err == nil) != ok {
			t.Errorf("%d days: %v", days, err)
		}
	}
}
