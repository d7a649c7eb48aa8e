package db_test

import (
	"fmt"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
)

// The places that PostgreSQL counts are those of shop.Queue: with closed ones between, several at one moment, products and names.
func TestQueuePlaces(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	admin := cast(t, d).admin
	if _, err := d.SQL.Exec(`DELETE FROM preorders`); err != nil {
		t.Fatal(err)
	}
	queues := map[string][]shop.QueuedPreOrder{}
	statuses := []shop.PreOrderStatus{shop.PreOrderPending, shop.PreOrderContacted, shop.PreOrderClosed}
	var ids []string
	for i := range 120 {
		o := shop.PreOrder{ID: fmt.Sprintf("019a0000-0000-7000-8000-%012d", i*7919%1000), Quantity: 1 + i*31%5, Status: statuses[i*13%3],
			CreatedAt: d.Clock.Now().Add(time.Duration(i*17%40) * time.Minute)}
		product, name := any(1+i%2), "Arm"
		if i%3 == 0 {
			product, name = nil, []string{"Crane", "CRANE", "2"}[i/3%3] // a name may look like a number
		}
		if _, err := d.SQL.Exec(`INSERT INTO preorders (id, name, email, phone, product_id, product_name, quantity, status, created_at, expected_delivery)
			VALUES ($1, 'A', 'a@b.c', '1', $2, $3, $4, $5, $6, $6)`, o.ID, product, name, o.Quantity, o.Status, o.CreatedAt); err != nil {
			t.Fatal(err)
		}
		queue := map[any]string{nil: "name:" + map[string]string{"Crane": "crane", "CRANE": "crane", "2": "2"}[name]}[product]
		if product != nil {
			queue = fmt.Sprint(product)
		}
		queues[queue] = append(queues[queue], shop.QueuedPreOrder{PreOrder: o})
		ids = append(ids, o.ID)
	}
	places, err := d.Store.PreOrders.QueuePlaces(t.Context(), admin, ids)
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for name, all := range queues {
		for _, q := range shop.Queue(all) {
			open++
			if got := places[q.PreOrder.ID]; got != q.Place {
				t.Errorf("%s: place %+v, want %+v", name, got, q.Place)
			}
		}
	}
	if len(places) != open || len(queues) != 4 {
		t.Errorf("%d places in %d queues, want %d in 4", len(places), len(queues), open)
	}
	listed, err := d.Store.PreOrders.Queues(t.Context(), admin)
	if err != nil || len(listed) != 4 {
		t.Fatalf("%d queues are listed (%v), want 4", len(listed), err)
	}
	for _, q := range listed {
		if waiting := shop.Queue(queues[q.ID]); len(waiting) != q.PreOrders || waiting[len(waiting)-1].Place.UnitsAhead+waiting[len(waiting)-1].PreOrder.Quantity != q.Units {
			t.Errorf("%s: %d pre-orders and %d units are listed, %d wait", q.ID, q.PreOrders, q.Units, len(waiting))
		}
	}
}
