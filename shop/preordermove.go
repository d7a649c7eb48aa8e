package shop

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

const (
	// MaxMove is how many pre-orders are moved at once.
	MaxMove = 500
	// MaxMoveDays is how far a date is moved at once, and how far from today it may then lie.
	MaxMoveDays = 3 * 365
)

// PreOrderMovePlan says which pre-orders of a queue get another expected date, and why. It has either a date or days, and one of units,
// a position and single pre-orders.
type PreOrderMovePlan struct {
	QueueID      string
	Date         *time.Time // its day in UTC counts
	Days         *int       // less than 0 is sooner
	Units        *int       // the first ones; a pre-order that they end in is moved as a whole
	FromPosition *int       // and all behind it
	PreOrderIDs  []string
	Reason       string // for the customers
}

// PreOrderMoveInput is a plan that is to be carried out as it was previewed.
type PreOrderMoveInput struct {
	Plan      PreOrderMovePlan
	Previewed string
}

// MovedPreOrder is a pre-order that a move touches.
type MovedPreOrder struct {
	PreOrder      PreOrder
	QueuePosition int
	UnitsAhead    int
	Before        time.Time
	After         time.Time
}

// Later tells a date that slips from one that comes sooner.
func (m MovedPreOrder) Later() bool { return m.After.After(m.Before) }

// PreOrderMovePreview is whom a plan touches. Everybody in it gets a letter.
type PreOrderMovePreview struct {
	PreOrders   []MovedPreOrder
	Unchanged   int    // were chosen too, and are expected on that day already
	UnitsBeyond int    // were not asked for, and belong to the last pre-order of the batch
	Previewed   string // stands for all of it
}

// People counts whom it touches, by their addresses.
func (p PreOrderMovePreview) People() int {
	people := map[string]bool{}
	for _, m := range p.PreOrders {
		people[m.PreOrder.Email] = true
	}
	return len(people)
}

// Units are how many it touches.
func (p PreOrderMovePreview) Units() (units int) {
	for _, m := range p.PreOrders {
		units += m.PreOrder.Quantity
	}
	return units
}

// DeliveryDay is the middle of a day of UTC: the same day wherever people live, but for the Pacific's west.
func DeliveryDay(at time.Time) time.Time {
	at = at.UTC()
	return time.Date(at.Year(), at.Month(), at.Day(), 12, 0, 0, 0, time.UTC)
}

// Normal returns the plan trimmed, or everything that is wrong with it.
func (p PreOrderMovePlan) Normal(now time.Time) (PreOrderMovePlan, error) {
	var c checker
	p.Reason = c.text("plan.reason", "Reason", p.Reason, 300, true)
	today := DeliveryDay(now)
	switch {
	case (p.Date == nil) == (p.Days == nil):
		c.add(Required, "plan.date", "Give either a date or a number of days")
	case p.Date != nil:
		day := DeliveryDay(*p.Date)
		p.Date = &day
		switch {
		case day.Before(today):
			c.add(OutOfRange, "plan.date", "The date must not be in the past")
		case day.After(today.AddDate(0, 0, MaxMoveDays)):
			c.add(OutOfRange, "plan.date", fmt.Sprintf("The date must be within %d days from today", MaxMoveDays))
		}
	case *p.Days == 0:
		c.add(Invalid, "plan.days", "With 0 days the date stays as it is")
	default:
		c.number("plan.days", "Days", *p.Days, -MaxMoveDays, MaxMoveDays)
	}
	p.selection(&c)
	return p, c.found.Err()
}

func (p *PreOrderMovePlan) selection(c *checker) {
	ways := 0
	for _, given := range []bool{p.Units != nil, p.FromPosition != nil, p.PreOrderIDs != nil} {
		if given {
			ways++
		}
	}
	switch {
	case ways != 1:
		c.add(Required, "plan.units", "Say which ones: the first units, from a place on, or single pre-orders")
	case p.Units != nil:
		c.number("plan.units", "Units", *p.Units, 1, MaxQueue*MaxPreOrderQuantity)
	case p.FromPosition != nil:
		c.number("plan.fromPosition", "Place", *p.FromPosition, 1, MaxQueue)
	default:
		c.number("plan.preOrderIds", "Number of pre-orders", len(p.PreOrderIDs), 1, MaxMove)
		slices.Sort(p.PreOrderIDs)
		p.PreOrderIDs = slices.Compact(p.PreOrderIDs)
	}
}

// Preview decides whom a normal plan touches in a queue.
func (p PreOrderMovePlan) Preview(queue []QueuedPreOrder, now time.Time) (PreOrderMovePreview, error) {
	var preview PreOrderMovePreview
	chosen, err := p.choose(queue)
	if err != nil {
		return preview, err
	}
	units := 0
	var seen []any
	for _, q := range chosen {
		units += q.PreOrder.Quantity
		m := MovedPreOrder{PreOrder: q.PreOrder, QueuePosition: q.Place.Position, UnitsAhead: q.Place.UnitsAhead,
			Before: q.PreOrder.ExpectedDelivery, After: p.after(q.PreOrder.ExpectedDelivery)}
		if m.After.Equal(DeliveryDay(m.Before)) {
			preview.Unchanged++
			continue
		}
		if m.After.Before(DeliveryDay(now)) {
			return preview, &Error{Code: OutOfRange, Field: "plan.days", Message: fmt.Sprintf(
				"Place %d would be expected on %s, which is in the past", m.QueuePosition, m.After.Format("2 January 2006"))}
		}
		preview.PreOrders = append(preview.PreOrders, m)
		seen = append(seen, []any{q.PreOrder.ID, q.Place, q.PreOrder.Quantity, m.Before.UTC(), q.LastMove})
	}
	switch n := len(preview.PreOrders); {
	case n == 0:
		return preview, &Error{Code: Invalid, Field: "plan.date", Message: "This is the expected date already"}
	case n > MaxMove:
		return preview, &Error{Code: OutOfRange, Field: "plan.units",
			Message: fmt.Sprintf("At most %d pre-orders are moved at once; these are %d", MaxMove, n)}
	}
	if p.Units != nil {
		preview.UnitsBeyond = max(0, units-*p.Units)
	}
	preview.Previewed = fingerprint(p, seen)
	return preview, nil
}

// choose finds the pre-orders of a queue that the plan is about.
func (p PreOrderMovePlan) choose(queue []QueuedPreOrder) (chosen []QueuedPreOrder, err error) {
	if len(queue) == 0 {
		return nil, &Error{Code: NotFound, Field: "plan.queueId", Message: "Nobody waits for this product"}
	}
	for _, q := range queue {
		if p.Units != nil && q.Place.UnitsAhead < *p.Units || p.FromPosition != nil && q.Place.Position >= *p.FromPosition ||
			slices.Contains(p.PreOrderIDs, q.PreOrder.ID) {
			chosen = append(chosen, q)
		}
	}
	switch {
	case p.FromPosition != nil && len(chosen) == 0:
		return nil, &Error{Code: OutOfRange, Field: "plan.fromPosition",
			Message: fmt.Sprintf("The last place of this queue is %d", len(queue))}
	case len(chosen) < len(p.PreOrderIDs):
		return nil, &Error{Code: NotFound, Field: "plan.preOrderIds", Message: "Not all of these pre-orders wait for this product"}
	}
	return chosen, nil
}

func (p PreOrderMovePlan) after(before time.Time) time.Time {
	if p.Date != nil {
		return *p.Date
	}
	return DeliveryDay(before.UTC().AddDate(0, 0, *p.Days))
}

// Request tells carrying out this plan, after this preview, from everything else that is asked for.
func (p PreOrderMovePlan) Request(previewed string) []byte {
	sum := sha256.Sum256([]byte(fingerprint(p, previewed)))
	return sum[:]
}

// fingerprint stands for values that have a form in JSON.
func fingerprint(values ...any) string {
	text, _ := json.Marshal(values) // which fails for none of ours
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// StalePreview refuses a move after something has happened to whom it touches.
func StalePreview() *Error {
	return &Error{Code: Conflict, Field: "previewed", Message: "The queue has changed since the preview. Look at it once more."}
}
