package shop

import (
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// MaxHorizon is the longest time in months for which renting and buying are compared.
const MaxHorizon = 120

// BreakEven compares renting a product with buying it, in the currency of its plans. Started months of use are paid in full.
type BreakEven struct {
	ServiceIncluded bool  // the rental includes service, so that buying takes the service contract beside the purchase
	Rent            Money // a month
	Purchase        Money // once
	Service         Money // a month beside the purchase; 0 without the contract
	// Months is when both ways have cost the same, from when on buying costs less; nil: never, for owning costs as much a month as
	// renting, or more. It is rounded up to a tenth, so that renting is never still cheaper then.
	Months *float64

	Horizon int   // months of use
	Rented  Money // what renting for so long costs in all
	Bought  Money // what buying costs in all by then
}

// CheckHorizon refuses what is no time to compare for.
func CheckHorizon(months int) error {
	var c checker
	c.number("months", "Months", months, 1, MaxHorizon)
	return c.found.Err()
}

// BreakEven compares for months of use; nil when the plans don't say it: all prices must be amounts of one currency, of rent and
// service by the month and of the purchase once.
func (p Pricing) BreakEven(serviceIncluded bool, months int) *BreakEven {
	rent, rented := p.Rental.amount(monthly)
	purchase, bought := p.Purchase.amount(once)
	service, served := Money{Currency: rent.Currency}, true
	if serviceIncluded {
		service, served = p.Service.amount(monthly)
	}
	if !rented || !bought || !served || purchase.Currency != rent.Currency || service.Currency != rent.Currency {
		return nil
	}
	b := &BreakEven{ServiceIncluded: serviceIncluded, Rent: rent, Purchase: purchase, Service: service, Horizon: months,
		Rented: rent.Times(months), Bought: purchase.Plus(service.Times(months))}
	if saved := rent.Minor - service.Minor; saved > 0 {
		tenths := (10*purchase.Minor + saved - 1) / saved
		b.Months = new(float64(tenths) / 10)
	}
	return b
}

// What the price of a plan is for, as authored.
const (
	monthly = "per month"
	once    = "one-time"
)

// amount reads the price of a plan that is paid so often. A text that is no amount is none, never a guess.
func (p *Plan) amount(period string) (Money, bool) {
	if p == nil || !strings.EqualFold(strings.TrimSpace(p.Period), period) {
		return Money{}, false
	}
	return authoredAmount(p.Price)
}

var (
	planPrice = regexp.MustCompile(`^(€|\$|£)([0-9]{1,3}(?:,[0-9]{3}){0,3}|[0-9]{1,12})(\.[0-9]{2})?$`)
	planSigns = map[string]string{"€": "EUR", "$": "USD", "£": "GBP"}
)

// authoredAmount reads text such as €2,999 or €2,999.50: a sign, digits with or without commas between thousands, and no or two decimals.
func authoredAmount(text string) (Money, bool) {
	found := planPrice.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return Money{}, false
	}
	amount := decimal.RequireFromString(strings.ReplaceAll(found[2], ",", "") + found[3])
	return Money{amount.Shift(2).IntPart(), planSigns[found[1]]}, true
}
