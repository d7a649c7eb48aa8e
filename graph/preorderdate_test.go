package graph_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/shop"
)

const (
	datesOf = `queuePosition unitsAhead status quantity message expectedDelivery awaitsAnswer cancelledAt undoUntil
		expectedDeliveryChanges { before after later reason changedAt changedBy answer answeredAt }`
	ownDates    = `{ me { preOrders { nodes { id ` + datesOf + ` } } } }`
	allDates    = `query ($first: Int!) { preOrders(first: $first, sort: OLDEST) { nodes { id ` + datesOf + ` } } }`
	movePreview = `query ($plan: PreOrderMovePlan!) { preOrderMovePreview(plan: $plan) { preview { people units unchanged unitsBeyond previewed
		preOrders { queuePosition unitsAhead before after later preOrder { id name email quantity queuePosition } } } userErrors { message code field } } }`
	moveDates    = `mutation ($input: PreOrderMoveInput!) { preOrderMove(input: $input) { preOrders { id expectedDelivery awaitsAnswer } userErrors { message code field } } }`
	ofLink       = `query ($token: String!) { preOrderOfLink(token: $token) { id productName ` + datesOf + ` } }`
	keepDate     = `mutation ($input: PreOrderKeepInput!) { answer: preOrderKeep(input: $input) { preOrder { ` + datesOf + ` } userErrors { message code field } } }`
	changeIt     = `mutation ($input: PreOrderChangeInput!) { answer: preOrderChange(input: $input) { preOrder { ` + datesOf + ` } userErrors { message code field } } }`
	cancelIt     = `mutation ($input: PreOrderCancelInput!) { answer: preOrderCancel(input: $input) { preOrder { ` + datesOf + ` } userErrors { message code field } } }`
	reopenIt     = `mutation ($input: PreOrderReopenInput!) { answer: preOrderReopen(input: $input) { preOrder { ` + datesOf + ` } userErrors { message code field } } }`
	openQueues   = `{ preOrderQueues { id productName preOrders units first last } }`
	placedPlaces = `mutation ($input: PreOrderCreateInput!) { preOrderCreate(input: $input) { preOrder { id queuePosition unitsAhead
		expectedDeliveryChanges { before after reason changedAt } } userErrors { message } } }`
)

// queueUp places a pre-order that counts a minute after the last one and returns its identifier.
func (d *testServer) queueUp(token, email, product string, quantity int) string {
	d.t.Helper()
	d.Clock.Advance(time.Minute)
	r := d.must(token, placedPlaces, wish(vars{"email": email, "productId": product, "quantity": quantity}))
	d.confirmPreOrders()
	return r.at("preOrderCreate.preOrder.id").(string)
}

// confirmPreOrders lets all that there are count in their queues, as the links in their mails do.
func (d *testServer) confirmPreOrders() {
	d.t.Helper()
	if _, err := d.SQL.Exec(`UPDATE preorders SET confirm_by = NULL`); err != nil {
		d.t.Fatal(err)
	}
}

// moved previews a plan and carries it out.
func (d *testServer) moved(admin string, plan vars) reply {
	d.t.Helper()
	preview := d.must(admin, movePreview, vars{"plan": plan})
	r := d.must(admin, moveDates, vars{"input": vars{"plan": plan, "previewed": preview.at("preOrderMovePreview.preview.previewed")}})
	r.is("preOrderMove.userErrors", []any{})
	return r
}

func (r reply) refuses(path, code, field string) {
	r.t.Helper()
	r.is(path+".userErrors.0.code", code)
	if got := fmt.Sprint(r.at(path + ".userErrors.0.field")); field != "" && got != field {
		r.t.Errorf("field %s, want %s", got, field)
	}
}

// A date is moved for a batch after a look at whom it touches; the customers see it, and whoever gets the letter answers by its link.
func TestHonestDates(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	ada, eve := d.register("ada@example.org"), d.register("eve@example.org")
	first := d.queueUp(ada, "ada@example.org", "2", 2) // 9:01, expected on May 1
	gone := d.queueUp(eve, "eve@example.org", "2", 40)
	second := d.queueUp("", "vera@example.org", "2", 3)
	third := d.queueUp(eve, "eve@example.org", "2", 1)
	d.queueUp(eve, "eve@example.org", "4", 9) // another queue
	d.must(admin, preOrderStatus, vars{"input": vars{"id": gone, "status": "CLOSED"}})

	// Everybody sees their own places, a visitor once; closed ones have none.
	r := d.must(ada, ownDates, nil)
	r.is("me.preOrders.nodes.0.queuePosition", 1)
	r.is("me.preOrders.nodes.0.expectedDeliveryChanges.0.before", nil)
	r.is("me.preOrders.nodes.0.expectedDeliveryChanges.0.after", "2026-05-01T09:01:00Z")
	r.is("me.preOrders.nodes.0.expectedDeliveryChanges.0.changedAt", "2026-03-02T09:01:00Z")
	r = d.must(eve, ownDates, nil)
	r.is("me.preOrders.nodes.0.queuePosition", 1)
	r.is("me.preOrders.nodes.1.queuePosition", 3)
	r.is("me.preOrders.nodes.1.unitsAhead", 5)
	r.is("me.preOrders.nodes.2.queuePosition", nil)
	d.Clock.Advance(time.Minute)
	zoe := d.register("zoe@example.org")
	if _, err := d.SQL.Exec(`UPDATE users SET email_verified_at = now() WHERE email = 'zoe@example.org'`); err != nil {
		t.Fatal(err)
	}
	r = d.must(zoe, placedPlaces, wish(vars{"productId": nil, "productName": "Arm Only"}))
	r.is("preOrderCreate.preOrder.queuePosition", 1)
	r = d.must("", placedPlaces, wish(vars{"productId": nil, "productName": "Arm Only"}))
	r.is("preOrderCreate.preOrder.queuePosition", nil)
	r = d.must(zoe, placedPlaces, wish(vars{"productId": nil, "productName": "ARM only"}))
	r.is("preOrderCreate.preOrder.queuePosition", 2)
	r.is("preOrderCreate.preOrder.unitsAhead", 2)

	r = d.must(admin, openQueues, nil)
	r.is("preOrderQueues.0.id", "2")
	r.is("preOrderQueues.0.preOrders", 3)
	r.is("preOrderQueues.0.units", 6)
	r.is("preOrderQueues.0.first", "2026-05-01T09:01:00Z")
	r.is("preOrderQueues.1.id", "name:arm only")

	// The preview says whom it touches, and nothing happens.
	plan := vars{"queueId": "2", "date": "2026-05-20T00:00:00Z", "units": 4, "reason": " Motors are late "}
	r = d.must(admin, movePreview, vars{"plan": plan})
	r.is("preOrderMovePreview.preview.people", 2)
	r.is("preOrderMovePreview.preview.units", 5)
	r.is("preOrderMovePreview.preview.unitsBeyond", 1)
	r.is("preOrderMovePreview.preview.preOrders.0.preOrder.id", first)
	r.is("preOrderMovePreview.preview.preOrders.1.preOrder.id", second)
	r.is("preOrderMovePreview.preview.preOrders.1.preOrder.queuePosition", 2)
	r.is("preOrderMovePreview.preview.preOrders.1.before", "2026-05-01T09:03:00Z")
	r.is("preOrderMovePreview.preview.preOrders.1.after", "2026-05-20T12:00:00Z")
	previewed := r.at("preOrderMovePreview.preview.previewed")
	d.must(ada, ownDates, nil).is("me.preOrders.nodes.0.expectedDelivery", "2026-05-01T09:01:00Z")
	d.must(admin, movePreview, vars{"plan": vars{"queueId": "2", "days": 0, "units": 1, "reason": "R"}}).refuses("preOrderMovePreview", "INVALID", "[plan days]")
	d.must(admin, movePreview, vars{"plan": vars{"queueId": "9", "days": 1, "units": 1, "reason": "R"}}).refuses("preOrderMovePreview", "NOT_FOUND", "[plan queueId]")

	// Another plan with this preview is refused; the same once more, and twice at once, is done once.
	move := vars{"input": vars{"plan": plan, "previewed": previewed}}
	other := vars{"queueId": "2", "date": "2026-05-21T00:00:00Z", "units": 4, "reason": "Motors are late"}
	d.must(admin, moveDates, vars{"input": vars{"plan": other, "previewed": previewed}}).refuses("preOrderMove", "CONFLICT", "[previewed]")
	d.Clock.Advance(time.Hour)
	var together sync.WaitGroup
	for range 2 {
		together.Go(func() {
			r := d.ask(admin, moveDates, move)
			r.is("preOrderMove.preOrders.1.id", second)
			r.is("preOrderMove.preOrders.1.expectedDelivery", "2026-05-20T12:00:00Z")
		})
	}
	together.Wait()
	d.must(admin, moveDates, move).is("preOrderMove.preOrders.0.awaitsAnswer", true)
	if n := d.count(`SELECT count(*) FROM preorder_changes`) + d.count(`SELECT count(*) FROM jobs WHERE kind = 'preorder-moved'`); n != 4 {
		t.Errorf("%d changes and letters, want 4", n)
	}
	if n := d.count(`SELECT count(*) FROM audit_entries WHERE object = 'preorders' AND before ? 'expected_delivery'`); n != 2 {
		t.Errorf("%d entries in the audit log, want 2", n)
	}
	if n := d.count(`SELECT count(*) FROM events WHERE kind = 'preorder.date_changed' AND data ->> 'after' = '2026-05-20T12:00:00Z'`); n != 2 {
		t.Errorf("%d events, want 2", n)
	}

	// Who has moved it is for administrators.
	const change = ".expectedDeliveryChanges.1."
	r = d.must(ada, ownDates, nil)
	r.is("me.preOrders.nodes.0"+change+"reason", "Motors are late")
	r.is("me.preOrders.nodes.0"+change+"later", true)
	r.is("me.preOrders.nodes.0"+change+"changedBy", nil)
	d.must(admin, allDates, vars{"first": 1}).is("preOrders.nodes.0"+change+"changedBy", "Test Person")
	_, key := d.key(admin, "READ_PREORDERS")
	r = d.must(key, allDates, vars{"first": 3})
	r.is("preOrders.nodes.2.queuePosition", 2)
	r.is("preOrders.nodes.0"+change+"changedBy", nil)

	// The letter's link works for whoever has it, and for this pre-order.
	mail, owed := sent[shop.PreOrderMovedMail](d)
	if !owed || mail.To.Email != "vera@example.org" || mail.Place.Position != 2 || !mail.Later() {
		t.Fatalf("the letter is %+v (%v)", mail, owed)
	}
	link := vars{"token": mail.Token}
	r = d.must("", ofLink, link)
	r.is("preOrderOfLink.id", second)
	r.is("preOrderOfLink.queuePosition", 2)
	r.is("preOrderOfLink.awaitsAnswer", true)
	d.must("", ofLink, vars{"token": strings.Repeat("A", 43)}).is("preOrderOfLink", nil)
	by := func(more vars) vars {
		input := vars{"token": mail.Token}
		for name, value := range more {
			input[name] = value
		}
		return vars{"input": input}
	}
	d.must("", keepDate, vars{"input": vars{"token": strings.Repeat("A", 43), "expectedDelivery": "2026-05-20T12:00:00Z"}}).refuses("answer", "INVALID_TOKEN", "[token]")
	d.must("", keepDate, by(vars{"expectedDelivery": "2026-05-01T09:03:00Z"})).refuses("answer", "CONFLICT", "[expectedDelivery]")
	for range 2 {
		r = d.must("", keepDate, by(vars{"expectedDelivery": "2026-05-20T12:00:00Z"}))
		r.is("answer.preOrder.awaitsAnswer", false)
		r.is("answer.preOrder"+change+"answer", "KEPT")
	}
	d.must("", changeIt, by(vars{"quantity": 4})).refuses("answer", "NOT_ALLOWED", "[quantity]")
	r = d.must("", changeIt, by(vars{"quantity": 2, "message": "One fewer"}))
	r.is("answer.preOrder.quantity", 2)
	r.is("answer.preOrder.queuePosition", 2)
	r.is("answer.preOrder"+change+"answer", "KEPT")
	d.must(eve, ownDates, nil).is("me.preOrders.nodes.1.unitsAhead", 4)

	// Cancelled is closed; for ten minutes that can be taken back, into the old place.
	d.must(admin, preOrderStatus, vars{"input": vars{"id": second, "status": "CONTACTED"}})
	for range 2 {
		r = d.must("", cancelIt, by(nil))
		r.is("answer.preOrder.status", "CLOSED")
		r.is("answer.preOrder.queuePosition", nil)
		r.is("answer.preOrder.cancelledAt", "2026-03-02T10:06:00Z")
		r.is("answer.preOrder.undoUntil", "2026-03-02T10:16:00Z")
	}
	d.must(eve, ownDates, nil).is("me.preOrders.nodes.1.queuePosition", 2)
	d.must("", keepDate, by(vars{"expectedDelivery": "2026-05-20T12:00:00Z"})).refuses("answer", "NOT_ALLOWED", "")
	d.Clock.Advance(shop.PreOrderUndo - time.Second)
	for range 2 {
		r = d.must("", reopenIt, by(nil))
		r.is("answer.preOrder.status", "CONTACTED")
		r.is("answer.preOrder.queuePosition", 2)
		r.is("answer.preOrder.cancelledAt", nil)
	}
	d.must("", cancelIt, by(nil))
	d.Clock.Advance(shop.PreOrderUndo)
	d.must("", reopenIt, by(nil)).refuses("answer", "INVALID_TOKEN", "[token]")
	d.must("", ofLink, link).is("preOrderOfLink", nil)
	if _, owed := sent[shop.PreOrderMovedMail](d); owed {
		t.Error("a letter about a closed pre-order is sent")
	}

	// Without a link it takes the account; and what the company has closed is closed.
	own := vars{"input": vars{"id": first}}
	if code := d.ask("", cancelIt, own).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
	d.must(eve, cancelIt, own).refuses("answer", "NOT_FOUND", "[id]")
	d.must(ada, cancelIt, own).is("answer.preOrder"+change+"answer", "CANCELLED")
	d.must(ada, reopenIt, own).is("answer.preOrder"+change+"answer", nil)
	d.must(ada, cancelIt, vars{"input": vars{"id": first, "token": mail.Token}}).refuses("answer", "REQUIRED", "[id]")
	d.must(eve, reopenIt, vars{"input": vars{"id": gone}}).refuses("answer", "NOT_ALLOWED", "")
	d.must(eve, cancelIt, vars{"input": vars{"id": gone}}).refuses("answer", "NOT_ALLOWED", "")
	if n := d.count(`SELECT count(*) FROM preorders WHERE expected_delivery = '2026-05-01T09:04:00Z' AND id = '` + third + `'`); n != 1 {
		t.Error("the third one was moved, too")
	}
}

// Something that happens between the preview and the move is noticed, if it touches whom the move touches.
func TestMovesOfAnotherQueueThanPreviewed(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	ada := d.register("ada@example.org")
	first := d.queueUp(ada, "ada@example.org", "2", 2)
	second := d.queueUp(ada, "ada@example.org", "2", 2)
	plan := vars{"queueId": "2", "days": 14, "fromPosition": 2, "reason": "R"}
	other := vars{"queueId": "2", "days": 14, "fromPosition": 2, "reason": "Another"}
	for name, c := range map[string]struct {
		happens func()
		stale   bool
	}{
		"nothing":                 {func() {}, false},
		"one before them is gone": {func() { d.must(ada, cancelIt, vars{"input": vars{"id": first}}) }, true},
		"one of them changes":     {func() { d.must(ada, changeIt, vars{"input": vars{"id": second, "quantity": 1}}) }, true},
		"one more behind them":    {func() { d.queueUp("", "vera@example.org", "2", 1) }, true},
		"one in another queue":    {func() { d.queueUp("", "vera@example.org", "4", 1) }, false},
		"they are moved":          {func() { d.moved(admin, other) }, true},
		"they are moved and back": {func() {
			d.moved(admin, other)
			d.moved(admin, vars{"queueId": "2", "days": -14, "fromPosition": 2, "reason": "R"})
		}, true},
	} {
		d.must(ada, reopenIt, vars{"input": vars{"id": first}})
		r := d.must(admin, movePreview, vars{"plan": plan})
		previewed := r.at("preOrderMovePreview.preview.previewed")
		c.happens()
		r = d.must(admin, moveDates, vars{"input": vars{"plan": plan, "previewed": previewed}})
		if stale := fmt.Sprint(r.at("preOrderMove.userErrors")) != "[]"; stale != c.stale {
			t.Errorf("%s: refused %v, want %v: %v", name, stale, c.stale, r.Data)
		}
	}

	// Two administrators at once: one after the other, none of them half.
	r := d.must(admin, movePreview, vars{"plan": plan})
	sooner := vars{"queueId": "2", "days": -7, "units": 100, "reason": "S"}
	s := d.must(admin, movePreview, vars{"plan": sooner})
	var together sync.WaitGroup
	refused := make(chan bool, 2)
	for _, move := range []vars{{"plan": plan, "previewed": r.at("preOrderMovePreview.preview.previewed")},
		{"plan": sooner, "previewed": s.at("preOrderMovePreview.preview.previewed")}} {
		together.Go(func() {
			r := d.ask(admin, moveDates, vars{"input": move})
			refused <- fmt.Sprint(r.at("preOrderMove.userErrors")) != "[]"
		})
	}
	together.Wait()
	if a, b := <-refused, <-refused; a == b {
		t.Errorf("of two moves at once both were refused, or none: %v", a)
	}
}

func TestDatesCostFixedStatements(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	for i := range 12 {
		d.queueUp("", fmt.Sprintf("p%d@example.org", i), fmt.Sprint(1+i%4), 1)
	}
	d.moved(admin, vars{"queueId": "1", "days": 5, "fromPosition": 1, "reason": "R"})
	count := func(ask func()) int {
		before := d.Statements(t)
		ask()
		return d.Statements(t) - before
	}
	list := func(first int) int { return count(func() { d.must(admin, allDates, vars{"first": first}) }) }
	if one, twelve := list(1), list(12); one != twelve {
		t.Errorf("the dates of one pre-order take %d statements, those of twelve %d", one, twelve)
	}
	preview := func(units int) int {
		return count(func() {
			d.must(admin, movePreview, vars{"plan": vars{"queueId": "2", "days": 5, "units": units, "reason": "R"}})
		})
	}
	if one, three := preview(1), preview(3); one != three {
		t.Errorf("a preview of one takes %d statements, that of three %d", one, three)
	}
}

func (d *testServer) count(query string) (n int) {
	d.t.Helper()
	if err := d.SQL.QueryRow(query).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}
