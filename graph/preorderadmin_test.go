package graph_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

const (
	preOrders = `query ($status: PreOrderStatus, $first: Int! = 20, $after: String, $offset: Int) {
		preOrders(filter: { status: $status }, first: $first, after: $after, offset: $offset) {
			nodes { id name email phone status product { name } } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } }`
	preOrderStatus = `mutation ($input: PreOrderStatusUpdateInput!) { preOrderStatusUpdate(input: $input) {
		preOrder { id status product { id } } userErrors { message code field } } }`
)

// placed makes pre-orders of different people a minute apart and returns their ids, newest first.
func (d *testServer) placed(n int) (ids []string) {
	d.t.Helper()
	for i := range n {
		d.Clock.Advance(time.Minute)
		r := d.must("", preOrder, wish(vars{"email": fmt.Sprintf("p%d@example.org", i), "productId": fmt.Sprint(1 + i%10)}))
		ids = append([]string{r.at("preOrderCreate.preOrder.id").(string)}, ids...)
	}
	return ids
}

func TestPreOrdersForAdmins(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	ids := d.placed(7)
	set := func(id any, status string) reply {
		return d.must(admin, preOrderStatus, vars{"input": vars{"id": id, "status": status}})
	}

	// Any status may follow any other.
	for _, status := range []string{"CLOSED", "PENDING", "CONTACTED", "CONTACTED", "PENDING", "CLOSED", "CONTACTED"} {
		set(ids[2], status).is("preOrderStatusUpdate.preOrder.status", status)
	}
	set(ids[5], "CONTACTED").is("preOrderStatusUpdate.preOrder.product.id", "2")
	set(ids[6], "CLOSED")
	for _, id := range []string{"x", "019a0000-0000-7000-8000-000000000001"} {
		set(id, "CLOSED").gone("preOrderStatusUpdate", "Pre-order not found")
	}

	for _, c := range []struct {
		status any
		want   []string
	}{
		{nil, ids},
		{"PENDING", []string{ids[0], ids[1], ids[3], ids[4]}},
		{"CONTACTED", []string{ids[2], ids[5]}},
		{"CLOSED", []string{ids[6]}},
	} {
		want := strings.Join(c.want, " ")
		r := d.must(admin, preOrders, vars{"status": c.status})
		r.is("preOrders.totalCount", len(c.want))
		if got := r.ids("preOrders.nodes"); got != want {
			t.Errorf("%v: %q, want %q", c.status, got, want)
		}
		// Walking by cursor and paging by number meet the same.
		var walked, paged []string
		var after any
		for more := true; more; {
			r := d.must(admin, preOrders, vars{"status": c.status, "first": 3, "after": after})
			walked = append(walked, r.ids("preOrders.nodes"))
			after, more = r.at("preOrders.pageInfo.endCursor"), r.at("preOrders.pageInfo.hasNextPage").(bool)
		}
		for offset := 0; offset < len(c.want); offset += 3 {
			r := d.must(admin, preOrders, vars{"status": c.status, "first": 3, "offset": offset})
			paged = append(paged, r.ids("preOrders.nodes"))
			r.is("preOrders.pageInfo.hasPreviousPage", offset > 0)
		}
		if got := strings.Join(walked, " "); got != want {
			t.Errorf("%v by cursor: %q, want %q", c.status, got, want)
		}
		if got := strings.Join(paged, " "); got != want {
			t.Errorf("%v by number: %q, want %q", c.status, got, want)
		}
	}
	for _, bad := range []vars{{"first": 0}, {"first": 101}, {"offset": -1}, {"offset": 10001}, {"after": "x"}} {
		if code := d.ask(admin, preOrders, bad).code(); code != "OUT_OF_RANGE" && code != "INVALID" {
			t.Errorf("%v gets %s", bad, code)
		}
	}
}

func TestPreOrdersForAdminsCostFixedStatements(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	count := func() int {
		before := d.Statements(t)
		d.must(admin, preOrders, vars{"first": 100})
		return d.Statements(t) - before
	}
	d.placed(1)
	one := count()
	d.placed(12)
	if many := count(); many != one {
		t.Errorf("13 pre-orders take %d statements, one takes %d", many, one)
	}
}

func TestPreOrderIsConfirmedByMail(t *testing.T) {
	d := newServer(t)
	d.must("", preOrder, wish(vars{"productId": "99"})) // refused
	d.must("", preOrder, wish(nil))
	mails := d.Mails(t, "preorder-confirmation")
	if len(mails) != 1 {
		t.Fatalf("%d confirmations", len(mails))
	}
	var confirmation shop.PreOrderConfirmationMail
	if err := json.Unmarshal(mails[0], &confirmation); err != nil {
		t.Fatal(err)
	}
	want := shop.PreOrderConfirmationMail{To: shop.Recipient{Name: "Ada", Email: "ada@example.org"}, ProductName: "SLAM Navigation Robot",
		Quantity: 2, ExpectedDelivery: time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC), PreOrderID: confirmation.PreOrderID,
		ReplyBy: new(time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC)), ConfirmBy: new(time.Date(2026, 3, 9, 9, 0, 0, 0, time.UTC))}
	if !reflect.DeepEqual(confirmation, want) {
		t.Errorf("the confirmation says %+v", confirmation)
	}
	complete, owed, err := d.Store.Accounts.IssueLink(t.Context(), confirmation)
	if err != nil || !owed {
		t.Fatalf("no link is owed (%v)", err)
	}
	const confirm = `mutation ($input: PreOrderConfirmInput!) { preOrderConfirm(input: $input) { preOrder { confirmBy queuePosition } userErrors { code } } }`
	r := d.must("", confirm, vars{"input": vars{"token": complete.(shop.PreOrderConfirmationMail).Token}})
	r.is("preOrderConfirm.preOrder.confirmBy", nil)
	r.is("preOrderConfirm.preOrder.queuePosition", 1)
	d.must("", confirm, vars{"input": vars{"token": strings.Repeat("A", 43)}}).is("preOrderConfirm.userErrors.0.code", "INVALID_TOKEN")
}
