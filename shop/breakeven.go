package shop

import (
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// MaxHorizon is the maximum number of months for which renting and buying are compared.
const MaxHorizon = 120

// BreakEven compares renting a product with buying it, in the currency of its plans. Months of use that have begun are
// charged in full.
type BreakEven struct {
	ServiceIncluded bool  // rental includes service, so the service plan is added to the purchase
	Rent            Money // per month
	Purchase        Money // one-time
	Service         Money // per month, in addition to the purchase; 0 without service
	// Months is the number of months after which buying costs less than renting. It is nil if the monthly cost of
	// owning is at least the rent. It is rounded up to a tenth, so that renting is never still cheaper at that time.
	Months *float64

	Horizon int   // months of use
	Rented  Money // total cost of renting for Horizon
	Bought  Money // total cost of buying for Horizon
}

// CheckHorizon refuses a number of months out of range.
func CheckHorizon(months int) error {
	var c checker
	c.number("months", "Months", months, 1, MaxHorizon)
	return c.found.Err()
}

// BreakEven compares the plans for a number of months of use. It returns nil unless all prices are amounts of one
// currency, with rent and service charged per month and the purchase once.
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

// The authored periods of plan prices.
const (
	monthly = "per month"
	once    = "one-time"
)

// amount parses the price of a plan with the given period. It returns false for other periods and for text that is not
// an amount.
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

// authoredAmount parses text such as €2,999 or €2,999.50: a currency sign, digits with or without commas between
// thousands, and zero or two decimals.
func authoredAmount(text string) (Money, bool) {
	found := planPrice.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return Money{}, false
	}
	amount := decimal.RequireFromString(strings.ReplaceAll(found[2], ",", "") + found[3])
	return Money{amount.Shift(2).IntPart(), planSigns[found[1]]}, true
}
