package shop

import (
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // for machines that have none
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

var queueDay = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// queued is a pre-order that was placed some minutes after nine, and is expected 60 days later.
func queued(id string, minutes, quantity int, status PreOrderStatus) QueuedPreOrder {
	at := queueDay.Add(time.Duration(minutes) * time.Minute)
	return QueuedPreOrder{PreOrder: PreOrder{ID: id, Email: id + "@example.org", Quantity: quantity, Status: status, CreatedAt: at,
		ExpectedDelivery: ExpectedDelivery(at)}}
}

// waiting is the queue of most tables: 9 units of 4 people; B and D are closed.
func waiting() []QueuedPreOrder {
	return []QueuedPreOrder{queued("F", 50, 1, PreOrderPending), queued("A", 0, 2, PreOrderPending), queued("B", 10, 100, PreOrderClosed),
		queued("C", 20, 3, PreOrderContacted), queued("D", 30, 7, PreOrderClosed), queued("E", 40, 3, PreOrderPending)}
}

func TestQueue(t *testing.T) {
	for name, c := range map[string]struct {
		all  []QueuedPreOrder
		want string // identifier, place, units ahead
	}{
		"nobody":                        {nil, ""},
		"closed ones between":           {waiting(), "A 1 0, C 2 2, E 3 5, F 4 8"},
		"only closed ones":              {[]QueuedPreOrder{queued("A", 0, 1, PreOrderClosed)}, ""},
		"one":                           {[]QueuedPreOrder{queued("A", 0, 1000, PreOrderPending)}, "A 1 0"},
		"at the same moment":            {[]QueuedPreOrder{queued("B", 0, 2, PreOrderPending), queued("A", 0, 1, PreOrderPending)}, "A 1 0, B 2 1"},
		"a status does not count ahead": {[]QueuedPreOrder{queued("A", 5, 1, PreOrderContacted), queued("B", 0, 4, PreOrderPending)}, "B 1 0, A 2 4"},
	} {
		var got []string
		for _, q := range Queue(c.all) {
			got = append(got, fmt.Sprint(q.PreOrder.ID, " ", q.Place.Position, " ", q.Place.UnitsAhead))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

func day(text string) *time.Time {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return &at
}

// All of waiting are expected on May 1, from 9:00 on; it is March 2.
func TestPreOrderMovePlan(t *testing.T) {
	june := day("2026-06-10T00:00:00Z")
	for name, c := range map[string]struct {
		plan PreOrderMovePlan
		want string // who is moved to when, what is left alone or moved beside; or the refusal
	}{
		"the first unit":                {PreOrderMovePlan{Date: june, Units: new(1)}, "A later 06-10; beyond 1"},
		"a batch that ends between two": {PreOrderMovePlan{Date: june, Units: new(2)}, "A later 06-10"},
		"a batch that ends inside one":  {PreOrderMovePlan{Date: june, Units: new(3)}, "A later 06-10, C later 06-10; beyond 2"},
		"more units than there are":     {PreOrderMovePlan{Date: june, Units: new(50)}, "A later 06-10, C later 06-10, E later 06-10, F later 06-10"},
		"from a place on":               {PreOrderMovePlan{Date: june, FromPosition: new(3)}, "E later 06-10, F later 06-10"},
		"from behind the last place":    {PreOrderMovePlan{Date: june, FromPosition: new(5)}, "plan.fromPosition OUT_OF_RANGE"},
		"single ones":                   {PreOrderMovePlan{Date: june, PreOrderIDs: []string{"F", "A", "F"}}, "A later 06-10, F later 06-10"},
		"a closed one":                  {PreOrderMovePlan{Date: june, PreOrderIDs: []string{"A", "B"}}, "plan.preOrderIds NOT_FOUND"},
		"by days":                       {PreOrderMovePlan{Days: new(21), Units: new(1)}, "A later 05-22; beyond 1"},
		"sooner":                        {PreOrderMovePlan{Days: new(-3), Units: new(1)}, "A sooner 04-28; beyond 1"},
		"sooner, on the day":            {PreOrderMovePlan{Date: day("2026-04-30T23:59:00Z"), Units: new(1)}, "A sooner 04-30; beyond 1"},
		"today":                         {PreOrderMovePlan{Date: day("2026-03-02T00:00:00Z"), Units: new(1)}, "A sooner 03-02; beyond 1"},
		"yesterday":                     {PreOrderMovePlan{Date: day("2026-03-01T23:59:59Z"), Units: new(1)}, "plan.date OUT_OF_RANGE"},
		"into the past by days":         {PreOrderMovePlan{Days: new(-61), Units: new(1)}, "plan.days OUT_OF_RANGE"},
		"back to today by days":         {PreOrderMovePlan{Days: new(-60), Units: new(1)}, "A sooner 03-02; beyond 1"},
		"the same day":                  {PreOrderMovePlan{Date: day("2026-05-01T00:00:00Z"), Units: new(9)}, "plan.date INVALID"},
		"no days":                       {PreOrderMovePlan{Days: new(0), Units: new(1)}, "plan.days INVALID"},
		"too far":                       {PreOrderMovePlan{Date: day("2029-03-02T00:00:00Z"), Units: new(1)}, "plan.date OUT_OF_RANGE"},
		"too many days":                 {PreOrderMovePlan{Days: new(1096), Units: new(1)}, "plan.days OUT_OF_RANGE"},
		"neither date nor days":         {PreOrderMovePlan{Units: new(1)}, "plan.date REQUIRED"},
		"date and days":                 {PreOrderMovePlan{Date: june, Days: new(1), Units: new(1)}, "plan.date REQUIRED"},
		"no choice":                     {PreOrderMovePlan{Date: june}, "plan.units REQUIRED"},
		"two choices":                   {PreOrderMovePlan{Date: june, Units: new(1), FromPosition: new(1)}, "plan.units REQUIRED"},
		"no units":                      {PreOrderMovePlan{Date: june, Units: new(0)}, "plan.units OUT_OF_RANGE"},
		"no place":                      {PreOrderMovePlan{Date: june, FromPosition: new(0)}, "plan.fromPosition OUT_OF_RANGE"},
		"no single ones":                {PreOrderMovePlan{Date: june, PreOrderIDs: []string{}}, "plan.preOrderIds OUT_OF_RANGE"},
	} {
		c.plan.Reason = "Motors are late"
		if got := previewed(c.plan, waiting(), queueDay); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for reason, want := range map[string]string{" ": "plan.reason REQUIRED", strings.Repeat("x", 301): "plan.reason TOO_LONG"} {
		if got := previewed(PreOrderMovePlan{Date: june, Units: new(1), Reason: reason}, waiting(), queueDay); got != want {
			t.Errorf("reason %.5q: %s, want %s", reason, got, want)
		}
	}
	if got := previewed(PreOrderMovePlan{Date: june, Units: new(1), Reason: "R"}, nil, queueDay); got != "plan.queueId NOT_FOUND" {
		t.Errorf("an empty queue: %s", got)
	}

	// Who is expected on that day already is left alone; those at most are moved at once that a move can take.
	mixed := waiting()
	mixed[1].PreOrder.ExpectedDelivery = *june
	mixed[3].PreOrder.ExpectedDelivery = *day("2026-07-01T09:00:00Z")
	if got := previewed(PreOrderMovePlan{Date: june, Units: new(8), Reason: "R"}, mixed, queueDay); got != "C sooner 06-10, E later 06-10; unchanged 1" {
		t.Errorf("mixed dates: %s", got)
	}
	var many []QueuedPreOrder
	for i := range MaxMove + 1 {
		many = append(many, queued(fmt.Sprintf("%04d", i), i, 1, PreOrderPending))
	}
	for units, want := range map[int]string{MaxMove: "", MaxMove + 1: "plan.units OUT_OF_RANGE"} {
		if got := previewed(PreOrderMovePlan{Date: june, Units: new(units), Reason: "R"}, many, queueDay); !strings.HasPrefix(got, want) || want == "" && !strings.Contains(got, "0499") {
			t.Errorf("%d at once: %.80s, want %s", units, got, want)
		}
	}
}

// Days are those of UTC: where clocks are set forward or back in between, a date is on the day that was counted, at noon.
func TestPreOrderMoveOverTheChangeOfClocks(t *testing.T) {
	amsterdam, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		before string
		days   int
		want   string
		there  string // in Amsterdam
	}{
		{"2026-03-28T23:30:00Z", 1, "2026-03-29T12:00:00Z", "2026-03-29 14:00 CEST"}, // the day has 23 hours there
		{"2026-03-28T09:00:00Z", 2, "2026-03-30T12:00:00Z", "2026-03-30 14:00 CEST"},
		{"2026-10-24T22:30:00Z", 1, "2026-10-25T12:00:00Z", "2026-10-25 13:00 CET"}, // 25 hours
		{"2026-11-01T09:00:00Z", -8, "2026-10-24T12:00:00Z", "2026-10-24 14:00 CEST"},
	} {
		q := queued("A", 0, 1, PreOrderPending)
		q.PreOrder.ExpectedDelivery = *day(c.before)
		plan, err := PreOrderMovePlan{Days: &c.days, Units: new(1), Reason: "R"}.Normal(queueDay)
		if err != nil {
			t.Fatal(err)
		}
		preview, err := plan.Preview(Queue([]QueuedPreOrder{q}), queueDay)
		if err != nil {
			t.Fatal(err)
		}
		after := preview.PreOrders[0].After
		if got := after.Format(time.RFC3339); got != c.want || after.In(amsterdam).Format("2006-01-02 15:04 MST") != c.there {
			t.Errorf("%s and %d days: %s, want %s", c.before, c.days, got, c.want)
		}
	}
}

// What was previewed stands for everything that somebody has seen, and for nothing else.
func TestPreviewedStandsForAll(t *testing.T) {
	plan := PreOrderMovePlan{QueueID: "2", Days: new(7), Units: new(4), Reason: "R"}
	stamp := func(p PreOrderMovePlan, change func([]QueuedPreOrder) []QueuedPreOrder) string {
		p, err := p.Normal(queueDay)
		if err != nil {
			t.Fatal(err)
		}
		preview, err := p.Preview(Queue(change(waiting())), queueDay)
		if err != nil {
			t.Fatal(err)
		}
		return preview.Previewed
	}
	as := func(q []QueuedPreOrder) []QueuedPreOrder { return q }
	base := stamp(plan, as)
	for name, same := range map[string]string{
		"once more":         stamp(plan, as),
		"one behind them":   stamp(plan, func(q []QueuedPreOrder) []QueuedPreOrder { return append(q, queued("G", 60, 5, PreOrderPending)) }),
		"another message":   stamp(plan, func(q []QueuedPreOrder) []QueuedPreOrder { q[1].PreOrder.Message = new("M"); return q }),
		"a status for them": stamp(plan, func(q []QueuedPreOrder) []QueuedPreOrder { q[1].PreOrder.Status = PreOrderContacted; return q }),
	} {
		if same != base {
			t.Errorf("%s: another stamp", name)
		}
	}
	sooner := plan
	sooner.Days = new(-7)
	other := plan
	other.Reason = "Another"
	for name, another := range map[string]string{
		"another plan":          stamp(sooner, as),
		"another reason":        stamp(other, as),
		"one fewer before them": stamp(plan, func(q []QueuedPreOrder) []QueuedPreOrder { q[1].PreOrder.Status = PreOrderClosed; return q }),
		"fewer units":           stamp(plan, func(q []QueuedPreOrder) []QueuedPreOrder { q[1].PreOrder.Quantity = 1; return q }),
		"another date": stamp(plan, func(q []QueuedPreOrder) []QueuedPreOrder {
			q[1].PreOrder.ExpectedDelivery = queueDay.AddDate(0, 0, 61)
			return q
		}),
		"moved there and back":  stamp(plan, func(q []QueuedPreOrder) []QueuedPreOrder { q[1].LastMove = "second"; return q }),
		"reopened between them": stamp(plan, func(q []QueuedPreOrder) []QueuedPreOrder { q[2].PreOrder.Status = PreOrderPending; return q }),
	} {
		if another == base {
			t.Errorf("%s: the same stamp", name)
		}
	}
}

// previewed says in short what a plan does to a queue.
func previewed(plan PreOrderMovePlan, all []QueuedPreOrder, now time.Time) string {
	plan, err := plan.Normal(now)
	if err != nil {
		return codes(err)
	}
	preview, err := plan.Preview(Queue(all), now)
	if err != nil {
		return codes(err)
	}
	var moved []string
	for _, m := range preview.PreOrders {
		way := "sooner"
		if m.Later() {
			way = "later"
		}
		moved = append(moved, m.PreOrder.ID+" "+way+" "+m.After.Format("01-02"))
	}
	said := strings.Join(moved, ", ")
	if preview.Unchanged > 0 {
		said += fmt.Sprint("; unchanged ", preview.Unchanged)
	}
	if preview.UnitsBeyond > 0 {
		said += fmt.Sprint("; beyond ", preview.UnitsBeyond)
	}
	return said
}
