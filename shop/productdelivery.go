package shop

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// DeliveryPaymentDays is the number of days that an estimated delivery allows for the payment to arrive.
const DeliveryPaymentDays = 4

// DeliveryEstimate is the period in which goods are expected to arrive. Its times are noon UTC of a day.
type DeliveryEstimate struct {
	From  time.Time  `json:"from"`
	Until time.Time  `json:"until"`
	PayBy *time.Time `json:"payBy"` // last day for the payment to arrive; nil for pre-order items, which have a date
}

// WithDelivery returns the product with the estimated delivery of a unit ordered now. leadTime is the delivery time
// that its plate states, nil for none. There is no estimate for a product that is not for sale, or whose delivery time
// is not a number of days, weeks or months.
func (p Product) WithDelivery(leadTime *string, now time.Time) Product {
	p.Delivery = nil
	switch {
	case p.NotForSale() != nil:
	case p.IsPreorder:
		if p.ExpectedDelivery != nil {
			day := DeliveryDay(*p.ExpectedDelivery)
			p.Delivery = &DeliveryEstimate{From: day, Until: day}
		}
	case leadTime != nil:
		p.Delivery = leadEstimate(*leadTime, now)
	}
	return p
}

// Words returns the period in words, such as `December 16–21, 2026`.
func (d DeliveryEstimate) Words() string {
	from, until := d.From.UTC(), d.Until.UTC()
	last := until.Format("January 2, 2006")
	switch {
	case from.Equal(until):
		return last
	case from.Year() != until.Year():
		return from.Format("January 2, 2006") + " – " + last
	case from.Month() != until.Month():
		return from.Format("January 2") + " – " + last
	}
	return from.Format("January 2") + "–" + until.Format("2, 2006")
}

// DeliveryPayBy returns the last day for the payment on which the estimated delivery of the order's lines depends, nil
// if it depends on none.
func (o Order) DeliveryPayBy() *time.Time {
	for _, item := range o.OrderItems {
		if item.Delivery != nil && item.Delivery.PayBy != nil {
			return item.Delivery.PayBy
		}
	}
	return nil
}

// leadEstimate returns the delivery of what leaves the stock: the lead time after today if the payment arrives at once,
// and that much later if it arrives on the last day. Nothing is delivered at weekends.
func leadEstimate(leadTime string, now time.Time) *DeliveryEstimate {
	least, most, known := leadDays(leadTime)
	if !known {
		return nil
	}
	today := DeliveryDay(now)
	payBy := today.AddDate(0, 0, DeliveryPaymentDays)
	return &DeliveryEstimate{From: weekday(today.AddDate(0, 0, least)), Until: weekday(payBy.AddDate(0, 0, most)),
		PayBy: &payBy}
}

// weekday returns the day itself, or the Monday after it at a weekend.
func weekday(day time.Time) time.Time {
	switch day.Weekday() {
	case time.Saturday:
		return day.AddDate(0, 0, 2)
	case time.Sunday:
		return day.AddDate(0, 0, 1)
	}
	return day
}

// LeadDays returns the least and the most days that the product's lead time takes. It returns false for a product that
// states none, or one that is not a number of days, weeks or months.
func (p Product) LeadDays() (least, most int, ok bool) {
	lead := p.LeadTime()
	if lead == nil {
		return 0, 0, false
	}
	return leadDays(*lead)
}

// leadForm is a lead time such as `3 weeks`, `10 working days` or `2 to 3 weeks`.
var leadForm = regexp.MustCompile(`^(\d{1,3})(?:\s*(?:-|–|to)\s*(\d{1,3}))?\s*(working |business )?(day|week|month)s?$`)

// leadDays returns the least and the most days of a lead time. It returns false for a text of another form.
func leadDays(text string) (least, most int, ok bool) {
	found := leadForm.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if found == nil {
		return 0, 0, false
	}
	least, _ = strconv.Atoi(found[1])
	most = least
	if found[2] != "" {
		most, _ = strconv.Atoi(found[2])
	}
	days := func(n int) int {
		switch {
		case found[4] == "week":
			return n * 7
		case found[4] == "month":
			return n * 30
		case found[3] != "": // five working days are a week
			return (n*7 + 4) / 5
		}
		return n
	}
	return days(least), days(max(least, most)), true
}
