package shop

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Money is an amount in minor units of its currency (cents).
type Money struct {
	Minor    int64
	Currency string // ISO 4217
}

// Decimal returns the amount in major units with all decimals of the currency: 2599900 USD is "25999.00".
func (m Money) Decimal() string {
	digits := minorDigits(m.Currency)
	return decimal.New(m.Minor, -digits).StringFixed(digits)
}

var english = message.NewPrinter(language.AmericanEnglish)

// Words returns the amount as displayed to users: $25,999.00.
func (m Money) Words() string {
	sign, number := "", m.Grouped()
	if rest, negative := strings.CutPrefix(number, "-"); negative {
		sign, number = "-", rest
	}
	symbol := m.Currency + " "
	if unit, err := currency.ParseISO(m.Currency); err == nil {
		if short := english.Sprint(currency.Symbol(unit)); short != m.Currency {
			symbol = short
		}
	}
	return sign + symbol + number
}

// Grouped returns the amount without its currency: 25,999.00.
func (m Money) Grouped() string {
	whole, cents, hasCents := strings.Cut(m.Decimal(), ".")
	first := len(whole) - len(strings.TrimPrefix(whole, "-"))
	for i := len(whole) - 3; i > first; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if hasCents {
		whole += "." + cents
	}
	return whole
}

// Equals compares the amount with a decimal number of major units. Invalid text equals no amount.
func (m Money) Equals(text string) bool {
	d, err := decimal.NewFromString(text)
	return err == nil && d.Shift(minorDigits(m.Currency)).Equal(decimal.NewFromInt(m.Minor))
}

// Times returns the amount multiplied by n.
func (m Money) Times(n int) Money { return Money{m.Minor * int64(n), m.Currency} }

// Plus returns the sum. Both amounts must have the same currency.
func (m Money) Plus(o Money) Money { return Money{m.Minor + o.Minor, m.Currency} }

// Minus returns the difference. Both amounts must have the same currency.
func (m Money) Minus(o Money) Money { return Money{m.Minor - o.Minor, m.Currency} }

// Percent returns the share of the amount in basis points, rounded half up: 1000 is 10 per cent.
func (m Money) Percent(basisPoints int64) Money {
	share := decimal.NewFromInt(m.Minor).Mul(decimal.New(basisPoints, -4)).Round(0)
	return Money{share.IntPart(), m.Currency}
}

// plainDecimal matches numbers that are short enough for an int64 of minor units in any currency.
var plainDecimal = regexp.MustCompile(`^-?[0-9]{1,14}(\.[0-9]{1,14})?$`)

func minorDigits(code string) int32 {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return 2
	}
	scale, _ := currency.Standard.Rounding(unit)
	return int32(scale)
}

var taxPercent = regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,2})?$`)

// Terms are the shop's commercial settings.
type Terms struct {
	Currency       string // ISO 4217, of all prices, carts and orders
	TaxBasisPoints int64  // share of the subtotal, 1000 is 10 per cent
	ShippingMinor  int64  // per order; 0 is displayed as Free
	ReserveDays    int    // days after its due date for which an unpaid order holds its stock
}

// DefaultTerms returns 10 per cent tax, free shipping, and prices in US dollars.
func DefaultTerms() Terms {
	return Terms{Currency: "USD", TaxBasisPoints: 1000, ReserveDays: ReserveDays}
}

// maxShippingDigits limits the price of shipping, in digits of major units.
const maxShippingDigits = 6

// SetCurrency sets the currency by its ISO 4217 code. Prices that are stored keep their number of minor units.
func (t *Terms) SetCurrency(code string) error {
	if unit, err := currency.ParseISO(code); err != nil || unit.String() != code {
		return fmt.Errorf("must be a currency of ISO 4217 such as EUR, not %q", code)
	}
	t.Currency = code
	return nil
}

// SetTaxPercent sets the share of the subtotal that is added as tax, such as "21" or "8.1".
func (t *Terms) SetTaxPercent(text string) error {
	if !taxPercent.MatchString(text) {
		return fmt.Errorf("must be a number of per cent below 100 with at most 2 decimals, not %q", text)
	}
	t.TaxBasisPoints = decimal.RequireFromString(text).Shift(2).IntPart()
	return nil
}

// SetShipping sets the price of shipping, in major units of the currency, such as "25.00".
func (t *Terms) SetShipping(text string) error {
	price, ok := t.Parse(text)
	if whole, _, _ := strings.Cut(text, "."); !ok || price.Minor < 0 || len(whole) > maxShippingDigits {
		return fmt.Errorf("must be an amount in %s of at most %d digits before the point, not %q", t.Currency,
			maxShippingDigits, text)
	}
	t.ShippingMinor = price.Minor
	return nil
}

// Money returns an amount in the shop's currency.
func (t Terms) Money(minor int64) Money { return Money{minor, t.Currency} }

// FromMajor returns an amount of whole units in the shop's currency: 25999 is $25,999.00.
func (t Terms) FromMajor(units int64) Money {
	return t.Money(decimal.NewFromInt(units).Shift(minorDigits(t.Currency)).IntPart())
}

// Parse parses an amount of major units in the shop's currency, such as "25999.00". It is exact: it returns false for
// text that is not a plain decimal number or has more decimals than the currency.
func (t Terms) Parse(text string) (Money, bool) {
	if !plainDecimal.MatchString(text) {
		return Money{}, false
	}
	minor := decimal.RequireFromString(text).Shift(minorDigits(t.Currency))
	return t.Money(minor.IntPart()), minor.IsInteger()
}

// Tax returns the tax on a net amount.
func (t Terms) Tax(net Money) Money { return net.Percent(t.TaxBasisPoints) }

// WithTax returns a net amount plus its tax, which is rounded: that of a sum is not the sum of its parts.
func (t Terms) WithTax(net Money) Money { return net.Plus(t.Tax(net)) }

// TaxLabel returns the label of a tax amount with its rate, which is "" if it is unknown.
func TaxLabel(percent string) string {
	if percent == "" {
		return "Tax"
	}
	return "Tax (" + percent + "%)"
}

// Shipping returns the price of shipping per order.
func (t Terms) Shipping() Money { return t.Money(t.ShippingMinor) }

// TaxPercent returns the tax rate as a decimal number of per cent, such as "10".
func (t Terms) TaxPercent() string { return decimal.New(t.TaxBasisPoints, -2).String() }
