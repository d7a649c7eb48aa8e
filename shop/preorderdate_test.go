package shop

import (
	"fmt"
	"testing"
	"time"
)

// changed is a move of a date by some days, and what was said to it.
func changed(from, to int, answer DeliveryAnswer) DeliveryChange {
	c := DeliveryChange{Before: new(queueDay.AddDate(0, 0, from)), After: queueDay.AddDate(0, 0, to), Reason: new("R")}
	if answer != "" {
		c.Answer = &answer
	}
	return c
}

func TestDeliveryHistory(t *testing.T) {
	for name, c := range map[string]struct {
		status  PreOrderStatus
		changes []DeliveryChange
		days    string // after the pre-order was placed
		awaits  bool
	}{
		"never moved":             {PreOrderPending, nil, "[90]", false},
		"slipped":                 {PreOrderPending, []DeliveryChange{changed(60, 90, "")}, "[60 90]", true},
		"slipped, kept":           {PreOrderPending, []DeliveryChange{changed(60, 90, DeliveryKept)}, "[60 90]", false},
		"slipped, closed":         {PreOrderClosed, []DeliveryChange{changed(60, 90, "")}, "[60 90]", false},
		"came sooner":             {PreOrderContacted, []DeliveryChange{changed(120, 90, "")}, "[120 90]", false},
		"kept, slipped again":     {PreOrderPending, []DeliveryChange{changed(60, 80, DeliveryKept), changed(80, 90, "")}, "[60 80 90]", true},
		"slipped, then sooner":    {PreOrderPending, []DeliveryChange{changed(60, 100, ""), changed(100, 90, "")}, "[60 100 90]", false},
		"unanswered, then answer": {PreOrderPending, []DeliveryChange{changed(60, 80, ""), changed(80, 90, DeliveryChanged)}, "[60 80 90]", false},
	} {
		o := PreOrder{Status: c.status, CreatedAt: queueDay, ExpectedDelivery: queueDay.AddDate(0, 0, 90)}
		history := o.DeliveryHistory(c.changes)
		var days []int
		for _, h := range history {
			days = append(days, int(h.After.Sub(queueDay).Hours()/24))
		}
		if fmt.Sprint(days) != c.days || history[0].Before != nil || history[0].Later() || !history[0].ChangedAt.Equal(queueDay) {
			t.Errorf("%s: %v (%+v), want %s", name, days, history[0], c.days)
		}
		if got := o.AwaitsAnswer(c.changes); got != c.awaits {
			t.Errorf("%s: awaits an answer %v, want %v", name, got, c.awaits)
		}
	}
}

// What its customer may do to a pre-order of 3 units that is expected 60 days after it was placed.
func TestPreOrderAnswers(t *testing.T) {
	at := queueDay.AddDate(0, 0, 10)
	cancelled := func(ago time.Duration, from PreOrderStatus) PreOrder {
		return PreOrder{Status: PreOrderClosed, CancelledAt: new(at.Add(-ago)), CancelledFrom: &from}
	}
	open, contacted, closed := PreOrder{Status: PreOrderPending}, PreOrder{Status: PreOrderContacted}, PreOrder{Status: PreOrderClosed}
	keep := func(days int) func(PreOrder) (PreOrder, error) {
		return func(o PreOrder) (PreOrder, error) { return o, o.Keep(queueDay.AddDate(0, 0, days)) }
	}
	change := func(quantity *int, message *string) func(PreOrder) (PreOrder, error) {
		return func(o PreOrder) (PreOrder, error) {
			return o.Change(PreOrderChangeInput{Quantity: quantity, Message: message})
		}
	}
	cancel := func(o PreOrder) (PreOrder, error) { return o.Cancel(at) }
	reopen := func(o PreOrder) (PreOrder, error) { return o.Reopen(at) }
	for name, c := range map[string]struct {
		o    PreOrder
		do   func(PreOrder) (PreOrder, error)
		want string
	}{
		"keep":                        {open, keep(60), "Pending 3 M"},
		"keep another date":           {open, keep(61), "expectedDelivery CONFLICT"},
		"keep a closed one":           {closed, keep(60), "NOT_ALLOWED"},
		"fewer units":                 {contacted, change(new(1), nil), "Contacted 1 M"},
		"as many units":               {open, change(new(3), nil), "Pending 3 M"},
		"more units":                  {open, change(new(4), nil), "quantity NOT_ALLOWED"},
		"another message":             {open, change(nil, new("N")), "Pending 3 N"},
		"no message":                  {open, change(nil, new("")), "Pending 3 -"},
		"change a closed one":         {closed, change(new(1), nil), "NOT_ALLOWED"},
		"cancel":                      {contacted, cancel, "Closed 3 M, cancelled"},
		"cancel once more":            {cancelled(time.Minute, PreOrderPending), cancel, "Closed 3 M, cancelled"},
		"cancel a closed one":         {closed, cancel, "NOT_ALLOWED"},
		"undo in time":                {cancelled(PreOrderUndo-time.Second, PreOrderContacted), reopen, "Contacted 3 M"},
		"undo too late":               {cancelled(PreOrderUndo, PreOrderPending), reopen, "NOT_ALLOWED"},
		"undo what nobody cancelled":  {closed, reopen, "NOT_ALLOWED"},
		"undo what is open":           {open, reopen, "Pending 3 M"},
		"undo to a status that isn't": {cancelled(time.Minute, "Lost"), reopen, "Pending 3 M"},
	} {
		c.o.Quantity, c.o.Message, c.o.ExpectedDelivery = 3, new("M"), queueDay.AddDate(0, 0, 60)
		o, err := c.do(c.o)
		got := codes(err)
		if err == nil {
			message := "-"
			if o.Message != nil {
				message = *o.Message
			}
			got = fmt.Sprint(o.Status, " ", o.Quantity, " ", message)
			if o.Cancelled() != nil {
				got += ", cancelled"
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	// What an older version of the shop reopened counts as open, whatever it left behind.
	if o := (PreOrder{Status: PreOrderPending, CancelledAt: &at}); o.Cancelled() != nil || !o.LinkWorks(at.AddDate(1, 0, 0)) {
		t.Error("an open pre-order counts as cancelled")
	}
}

func TestPreOrderRefs(t *testing.T) {
	token := new("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	for name, c := range map[string]struct {
		in   PreOrderChangeInput
		want string
	}{
		"by id":         {PreOrderChangeInput{ID: new("x"), Quantity: new(1)}, ""},
		"by link":       {PreOrderChangeInput{Token: token, Message: new(" ")}, ""},
		"by both":       {PreOrderChangeInput{ID: new("x"), Token: token}, "id REQUIRED"},
		"by nothing":    {PreOrderChangeInput{}, "id REQUIRED"},
		"by no token":   {PreOrderChangeInput{Token: new("x")}, "token INVALID_TOKEN"},
		"no units":      {PreOrderChangeInput{ID: new("x"), Quantity: new(0)}, "quantity OUT_OF_RANGE"},
		"many units":    {PreOrderChangeInput{ID: new("x"), Quantity: new(1001)}, "quantity OUT_OF_RANGE"},
		"a bad message": {PreOrderChangeInput{ID: new("x"), Message: new("a\x00")}, "message INVALID"},
	} {
		if _, _, err := c.in.Normal(); codes(err) != c.want {
			t.Errorf("%s: %q, want %q", name, codes(err), c.want)
		}
	}
}
