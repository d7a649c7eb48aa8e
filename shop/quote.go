package shop

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// QuoteDays is how long the shop keeps the prices of a quote.
const QuoteDays = 30

// Bounds of one quote.
const (
	MaxQuoteLines    = 20
	MaxQuoteQuantity = 100
)

// QuoteMemory is how long a quote is kept once it has expired.
const QuoteMemory = 90 * 24 * time.Hour

// QuotePerAddress bounds the quotes of strangers.
var QuotePerAddress = Rate{"quote-address", 20, time.Hour}

// Quote is a written offer with the names, prices, plans and tax of the moment it was made (decisions: Get Quote).
type Quote struct {
	Number     string // for people, such as QU-100042
	CreatedAt  time.Time
	ValidUntil time.Time
	Name       string
	Company    *string
	Email      string
	Lines      []QuoteLine
	Subtotal   Money // of what is sold; rent is not in it
	TaxPercent string
	Tax        Money
	Shipping   Money
	Total      Money
	ReplyBy    *time.Time // when the company has followed it up at the latest; nil when it was made before that was promised
	RepliedAt  *time.Time // when an administrator said that it has, or when it became an order
	Fit        *FitCheck  // nil: not asked for, or nothing to check
	OrderID    *string    // of the order that it has become
	Expired    bool       // when it was read
}

// QuoteAnswerInput names a quote that the company has followed up.
type QuoteAnswerInput struct {
	Number string
}

// ProductIDs are the products of its lines that have not been deleted.
func (q Quote) ProductIDs() (ids []string) {
	for _, line := range q.Lines {
		if line.ProductID != nil {
			ids = append(ids, *line.ProductID)
		}
	}
	return ids
}

// Page is where whoever has a key of the quote reads and orders it.
func (q Quote) Page(key string) string { return "/quotes/" + q.Number + "/" + key }

// Path is where its PDF is served to them.
func (q Quote) Path(key string) string { return q.Page(key) + ".pdf" }

// QuoteOfPath reads the number and the key in the path of a PDF.
func QuoteOfPath(path string) (number, key string, ok bool) {
	page, isPDF := strings.CutSuffix(path, ".pdf")
	found := quotePage.FindStringSubmatch(page)
	if !isPDF || found == nil {
		return "", "", false
	}
	return found[1], found[2], true
}

// IsQuotePage tells whether a path is that of a Page.
func IsQuotePage(path string) bool { return quotePage.MatchString(path) }

var quotePage = regexp.MustCompile(`^/quotes/(QU-[0-9]{1,18})/([A-Za-z0-9_-]{43})$`)

// QuoteLine is a product in a quote, complete without its catalogue entry.
type QuoteLine struct {
	ProductID   *string // nil when it has been deleted since
	ProductName string
	Model       *string
	Quantity    int
	UnitPrice   *Money // net; nil when the product is rented, which costs what its plan says
	PlanKind    *PlanKind
	Plan        *Plan
	Plate       []SpecItem
	LeadTime    *string // as the product's plate says it, counted from the order

	ExpectedDelivery *time.Time // of pre-order items
}

// LineTotal is price times quantity, nil when the product is rented.
func (l QuoteLine) LineTotal() *Money {
	if l.UnitPrice == nil {
		return nil
	}
	total := l.UnitPrice.Times(l.Quantity)
	return &total
}

// Recurring tells whether the line's plan is paid again and again.
func (l QuoteLine) Recurring() bool { return l.PlanKind != nil && *l.PlanKind != PlanPurchase }

// PlanKind names one of the ways to pay in Pricing.
type PlanKind string

// The ways to pay (spec 2, product detail). A service contract comes beside a purchase, a rental in place of it.
const (
	PlanRental   PlanKind = "rental"
	PlanPurchase PlanKind = "purchase"
	PlanService  PlanKind = "service"
)

// Plan returns the plan of that kind, nil when it is not offered.
func (p Pricing) Plan(kind PlanKind) *Plan {
	return map[PlanKind]*Plan{PlanRental: p.Rental, PlanPurchase: p.Purchase, PlanService: p.Service}[kind]
}

// QuoteCreateInput is what somebody wants to have quoted.
type QuoteCreateInput struct {
	Name           string
	Company        *string
	Email          string
	Lines          []*QuoteLineInput
	PartMassGrams  *int // asks for a fit check
	IdempotencyKey string
}

// QuoteLineInput is a line of it.
type QuoteLineInput struct {
	ProductID string
	Quantity  int
	Plan      *PlanKind
}

// Normal returns the input trimmed, or everything that is wrong with it. A field of a line is named such as lines.0.quantity.
func (in QuoteCreateInput) Normal() (QuoteCreateInput, error) {
	var c checker
	switch n := len(in.Lines); {
	case n == 0:
		c.add(Required, "lines", "Please select a product first")
	case n > MaxQuoteLines:
		c.add(OutOfRange, "lines", fmt.Sprintf("A quote holds at most %d lines", MaxQuoteLines))
	default:
		for i, line := range in.Lines {
			c.number(lineField(i, "quantity"), "Quantity", line.Quantity, 1, MaxQuoteQuantity)
		}
	}
	c.partMass("partMassGrams", in.PartMassGrams)
	in.Name = c.text("name", "Name", in.Name, 100, true)
	in.Company = c.optional("company", "Company", in.Company, 100)
	in.Email = c.email("email", in.Email)
	in.IdempotencyKey = c.text("idempotencyKey", "Idempotency key", in.IdempotencyKey, 100, true)
	return in, c.found.Err()
}

func lineField(i int, name string) string { return fmt.Sprintf("lines.%d.%s", i, name) }

// NewQuote freezes a normal input at today's prices, products by their ids. Refused are unknown products, products without a
// price, and plans that are not offered; the stock does not matter (decisions: written quote).
func (t Terms) NewQuote(in QuoteCreateInput, products map[string]Product, now time.Time) (Quote, error) {
	var c checker
	q := Quote{CreatedAt: now, ValidUntil: now.AddDate(0, 0, QuoteDays), Name: in.Name, Company: in.Company, Email: in.Email,
		Subtotal: t.Money(0), TaxPercent: t.TaxPercent(), Shipping: t.Money(0)}
	sold := false
	var quoted []Product
	for i, wish := range in.Lines {
		p, ok := products[wish.ProductID]
		if !ok {
			c.add(NotFound, lineField(i, "productId"), UnknownProduct().Message)
			continue
		}
		if p.Price == nil {
			c.add(NotForSale, lineField(i, "productId"), p.Name+" has no price yet and can't be quoted")
			continue
		}
		line := QuoteLine{ProductID: &p.ID, ProductName: p.Name, Model: p.Model, Quantity: wish.Quantity, UnitPrice: p.Price,
			PlanKind: wish.Plan, Plate: p.Plate, LeadTime: p.LeadTime(), ExpectedDelivery: p.ExpectedDelivery}
		if wish.Plan != nil {
			if line.Plan = p.Pricing.Plan(*wish.Plan); line.Plan == nil {
				c.add(NotForSale, lineField(i, "plan"), fmt.Sprintf("%s has no plan called %s", p.Name, *wish.Plan))
				continue
			}
			if *wish.Plan == PlanRental {
				line.UnitPrice = nil
			}
		}
		if total := line.LineTotal(); total != nil {
			sold = true
			q.Subtotal = q.Subtotal.Plus(*total)
		}
		q.Lines = append(q.Lines, line)
		quoted = append(quoted, p)
	}
	if sold {
		q.Shipping = t.Money(t.ShippingMinor)
	}
	if in.PartMassGrams != nil {
		if check := Fit(quoted, *in.PartMassGrams); len(check.Groups) > 0 {
			q.Fit = &check
		}
	}
	q.Tax = q.Subtotal.Percent(t.TaxBasisPoints)
	q.Total = q.Subtotal.Plus(q.Tax).Plus(q.Shipping)
	return q, c.found.Err()
}

// LeadTime is what the product's plate says about delivery, nil when it says nothing.
func (p Product) LeadTime() *string {
	for _, item := range p.Plate {
		if strings.EqualFold(item.Label, "Lead time") {
			return &item.Value
		}
	}
	return nil
}

// UnknownQuote refuses a quote that is not there, or not the caller's to see.
func UnknownQuote() *Error {
	return &Error{Code: NotFound, Field: "number", Message: "Quote not found"}
}
