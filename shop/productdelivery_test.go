package shop

import (
	"testing"
	"time"
)

func TestWithDelivery(t *testing.T) {
	// A Wednesday, after noon.
	now := time.Date(2026, 11, 25, 17, 30, 0, 0, time.UTC)
	moved := time.Date(2027, 1, 23, 23, 0, 0, 0, time.UTC) // a Saturday: the date of a pre-order is the one that is stated elsewhere
	stocked, soldOut, soon, preorder, undated := robot(1000, 2), robot(1000, 0), robot(1000, 2), robot(1000, 0), robot(1000, 0)
	soon.ComingSoon = true
	preorder.IsPreorder, preorder.ExpectedDelivery = true, &moved
	undated.IsPreorder = true

	for name, c := range map[string]struct {
		product  Product
		leadTime string
		want     string // from, until and last day of payment
	}{
		"weeks":                    {stocked, "3 weeks", "2026-12-16 2026-12-21 2026-11-29"}, // December 20 is a Sunday
		"one week":                 {stocked, "1 week", "2026-12-02 2026-12-07 2026-11-29"},
		"days":                     {stocked, "60 days", "2027-01-25 2027-01-28 2026-11-29"}, // January 24 is a Sunday
		"a Saturday":               {stocked, "3 days", "2026-11-30 2026-12-02 2026-11-29"},
		"none":                     {stocked, "0 days", "2026-11-25 2026-11-30 2026-11-29"},
		"months":                   {stocked, "2 Months", "2027-01-25 2027-01-28 2026-11-29"},
		"a range":                  {stocked, "2–3 weeks", "2026-12-09 2026-12-21 2026-11-29"},
		"a range in words":         {stocked, " 2 to 3 weeks ", "2026-12-09 2026-12-21 2026-11-29"},
		"a range backwards":        {stocked, "3 - 2 weeks", "2026-12-16 2026-12-21 2026-11-29"},
		"working days":             {stocked, "10 working days", "2026-12-09 2026-12-14 2026-11-29"},
		"a started week":           {stocked, "3 business days", "2026-11-30 2026-12-04 2026-11-29"},
		"words":                    {stocked, "on request", ""},
		"a number only":            {stocked, "3", ""},
		"too far":                  {stocked, "1000 weeks", ""},
		"sold out":                 {soldOut, "3 weeks", ""},
		"not for sale yet":         {soon, "3 weeks", ""},
		"pre-order":                {preorder, "60 days", "2027-01-23 2027-01-23 -"},
		"pre-order without a date": {undated, "60 days", ""},
	} {
		got := ""
		if d := c.product.WithDelivery(&c.leadTime, now).Delivery; d != nil {
			got = d.From.Format(time.DateOnly) + " " + d.Until.Format(time.DateOnly) + " -"
			if d.PayBy != nil {
				got = got[:len(got)-1] + d.PayBy.Format(time.DateOnly)
			}
			if d.From.Hour() != 12 || d.Until.Hour() != 12 {
				t.Errorf("%s: not noon: %v", name, d)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if stocked.WithDelivery(nil, now).Delivery != nil {
		t.Error("a product without a lead time has a date")
	}
}

func TestDeliveryWords(t *testing.T) {
	day := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, 12, 0, 0, 0, time.UTC)
	}
	for want, d := range map[string]DeliveryEstimate{
		"December 16–21, 2026":                {From: day(2026, 12, 16), Until: day(2026, 12, 21)},
		"November 30 – December 4, 2026":      {From: day(2026, 11, 30), Until: day(2026, 12, 4)},
		"December 30, 2026 – January 4, 2027": {From: day(2026, 12, 30), Until: day(2027, 1, 4)},
		"January 23, 2027":                    {From: day(2027, 1, 23), Until: day(2027, 1, 23)},
	} {
		if got := d.Words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
