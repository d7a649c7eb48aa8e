package shop

import "testing"

func plans(rent, purchase, service string) Pricing {
	plan := func(price, period string) *Plan {
		if price == "" {
			return nil
		}
		return &Plan{Price: price, Period: period}
	}
	return Pricing{Rental: plan(rent, "per month"), Purchase: plan(purchase, "one-time"), Service: plan(service, "per month")}
}

// Worked out by hand: purchase over what owning saves a month, rounded up to a tenth. -1 is never.
func TestBreakEven(t *testing.T) {
	const never = -1
	for name, c := range map[string]struct {
		pricing        Pricing
		included       bool
		horizon        int
		months         float64
		rented, bought string
	}{
		"product 1":                        {plans("€2,999", "€25,999", "€1,999"), false, 12, 8.7, "35988.00", "25999.00"},  // 25,999 / 2,999 = 8.669
		"product 1 with service":           {plans("€2,999", "€25,999", "€1,999"), true, 12, 26.0, "35988.00", "49987.00"},  // 25,999 / 1,000 = 25.999
		"product 2":                        {plans("€1,999", "€18,999", "€1,299"), false, 60, 9.6, "119940.00", "18999.00"}, // 9.504
		"product 2 with service":           {plans("€1,999", "€18,999", "€1,299"), true, 60, 27.2, "119940.00", "96939.00"}, // 18,999 / 700 = 27.141
		"product 3":                        {plans("€2,299", "€22,999", "€1,499"), false, 10, 10.1, "22990.00", "22999.00"}, // 10.004: at 10 months renting is 9 cheaper
		"product 3 with service":           {plans("€2,299", "€22,999", "€1,499"), true, 1, 28.8, "2299.00", "24498.00"},    // 22,999 / 800 = 28.749
		"exactly":                          {plans("€100", "€1,000", ""), false, 10, 10, "1000.00", "1000.00"},              // the same at the crossing
		"exactly a tenth":                  {plans("€100", "€1,010", ""), false, 1, 10.1, "100.00", "1010.00"},              //
		"a cent beyond a tenth":            {plans("€100", "€1,010.01", ""), false, 1, 10.2, "100.00", "1010.01"},           //
		"service costs as much as renting": {plans("€1,999", "€18,999", "€1,999"), true, 24, never, "47976.00", "66975.00"}, //
		"service costs more":               {plans("€1,999", "€18,999", "€2,499"), true, 1, never, "1999.00", "21498.00"},   //
		"service a cent cheaper":           {plans("€20", "€10", "€19.99"), true, 1, 1000, "20.00", "29.99"},                // 10 / 0.01
		"renting is free":                  {plans("€0", "€10", ""), false, 5, never, "0.00", "10.00"},                      //
		"buying is free":                   {plans("€10", "€0", ""), false, 1, 0, "10.00", "0.00"},                          //
		"in dollars, without commas":       {plans("$1500", "$12000.00", "$900"), true, 120, 20, "180000.00", "120000.00"},  // 12,000 / 600
	} {
		got := c.pricing.BreakEven(c.included, c.horizon)
		if got == nil {
			t.Errorf("%s: no answer", name)
			continue
		}
		months := float64(never)
		if got.Months != nil {
			months = *got.Months
		}
		if months != c.months || got.Rented.Decimal() != c.rented || got.Bought.Decimal() != c.bought {
			t.Errorf("%s: %v months, rented %s, bought %s; want %v, %s, %s", name, months, got.Rented.Decimal(), got.Bought.Decimal(), c.months, c.rented, c.bought)
		}
	}
}

func TestBreakEvenIsNeverGuessed(t *testing.T) {
	yearly := plans("€2,999", "€25,999", "€1,999")
	yearly.Rental.Period = "per year"
	instalments := plans("€2,999", "€25,999", "€1,999")
	instalments.Purchase.Period = "in 3 instalments"
	for name, pricing := range map[string]Pricing{
		"no plans": {}, "no rental": plans("", "€25,999", "€1,999"), "no purchase": plans("€2,999", "", "€1,999"),
		"no service": plans("€2,999", "€25,999", ""), "rent by the year": yearly, "in instalments": instalments,
		"words": plans("on request", "€25,999", "€1,999"), "from": plans("from €2,999", "€25,999", "€1,999"),
		"range": plans("€2,999 to €3,999", "€25,999", "€1,999"), "no sign": plans("2,999", "€25,999", "€1,999"),
		"thousands with a point": plans("€2.999", "€25,999", "€1,999"), "misplaced comma": plans("€29,99", "€25,999", "€1,999"),
		"one decimal": plans("€2,999.5", "€25,999", "€1,999"), "negative": plans("-€2,999", "€25,999", "€1,999"),
		"two currencies": plans("€2,999", "$25,999", "€1,999"), "service in another": plans("€2,999", "€25,999", "$1,999"),
		"too large": plans("€1234567890123", "€25,999", "€1,999"), "empty": plans(" ", "€25,999", "€1,999"),
	} {
		if got := pricing.BreakEven(true, 12); got != nil {
			t.Errorf("%s: %+v", name, *got)
		}
	}
	if plans("€2,999", "€25,999", "on request").BreakEven(false, 12) == nil {
		t.Error("without the service contract its price does not matter")
	}
	for months, fine := range map[int]bool{0: false, -1: false, 1: true, MaxHorizon: true, MaxHorizon + 1: false} {
		if err := CheckHorizon(months); (err == nil) != fine {
			t.Errorf("%d months: %v", months, err)
		}
	}
}
