package shop

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// QuoteDays is how long the prices of a new quote are valid.
const QuoteDays = 30

// Limits of one quote.
const (
	MaxQuoteLines    = 20
	MaxQuoteQuantity = 100
)

// QuoteMemory is how long a quote is stored after it has expired.
const QuoteMemory = 90 * 24 * time.Hour

// QuotePerAddress limits the quotes of visitors, RepeatedQuotePerAddress the requests that repeat one, the answer to
// which may have been lost.
var (
	QuotePerAddress         = Rate{"quote-address", 20, time.Hour}
	RepeatedQuotePerAddress = Rate{"quote-repeated-address", 60, time.Hour}
)

// Quote is a written offer with the names, plans and tax at the time it was created, and the prices of then or those
// that the company has offered since.
type Quote struct {
	Number     string // shown to users, such as QU-100042
	Version    int    // 1, and one more with each change of prices or validity
	CreatedAt  time.Time
	ValidUntil time.Time
	Name       string
	Company    *string
	Email      string

	BillingInfo BillingInfo // of the order created from it, unless that states its own

	Lines      []QuoteLine
	Subtotal   Money // of purchases; rent is not included
	TaxPercent string
	Tax        Money
	Shipping   Money
	Total      Money
	ReplyBy    *time.Time // deadline of the company's follow-up; nil in quotes created before deadlines existed
	RepliedAt  *time.Time // when an administrator marked it as followed up, or when it became an order
	Fit        *FitCheck  // nil if not requested, or if there is nothing to check
	OrderID    *string    // of the order created from it
	Expired    bool       // at the time of reading

	Appendix *QuoteAppendix // the planned cell; nil if it was not requested for one

	TermsVersion *int // of the terms that were current then; nil if it was not recorded
}

// QuoteAnswerInput names a quote that the company has followed up.
type QuoteAnswerInput struct {
	Number string
}

// ProductIDs returns the products of the lines, without deleted ones.
func (q Quote) ProductIDs() (ids []string) {
	for _, line := range q.Lines {
		if line.ProductID != nil {
			ids = append(ids, *line.ProductID)
		}
	}
	return ids
}

// Page returns the path of the page on which holders of the key read and order the quote.
func (q Quote) Page(key string) string { return "/quotes/" + q.Number + "/" + key }

// Path returns the path of the PDF.
func (q Quote) Path(key string) string { return q.Page(key) + ".pdf" }

// QuoteOfPath returns the number and the key in the path of a PDF.
func QuoteOfPath(path string) (number, key string, ok bool) {
	page, isPDF := strings.CutSuffix(path, ".pdf")
	found := quotePage.FindStringSubmatch(page)
	if !isPDF || found == nil {
		return "", "", false
	}
	return found[1], found[2], true
}

// IsQuotePage reports whether path is one that Page returns.
func IsQuotePage(path string) bool { return quotePage.MatchString(path) }

var quotePage = regexp.MustCompile(`^/quotes/([A-Z][A-Z0-9-]{0,9}[0-9]{1,18})/([A-Za-z0-9_-]{43})$`)

// QuoteLine is a product in a quote, independent of its catalogue entry.
type QuoteLine struct {
	ProductID   *string // nil if the product has been deleted
	ProductName string
	Model       *string
	Quantity    int
	UnitPrice   *Money // net; nil for a rental, whose price is that of the plan
	ListPrice   *Money // net, of the catalogue when the quote was created; nil if it is UnitPrice
	PlanKind    *PlanKind
	Plan        *Plan
	Plate       []SpecItem
	LeadTime    *string // as stated on the product's plate, counted from the order

	ExpectedDelivery *time.Time // of pre-order items
}

// LineTotal returns price times quantity, nil for a rental.
func (l QuoteLine) LineTotal() *Money {
	if l.UnitPrice == nil {
		return nil
	}
	total := l.UnitPrice.Times(l.Quantity)
	return &total
}

// Recurring reports whether the line's plan has recurring payments.
func (l QuoteLine) Recurring() bool { return l.PlanKind != nil && *l.PlanKind != PlanPurchase }

// PlanKind names a payment plan of Pricing.
type PlanKind string

// The payment plans. A service contract supplements a purchase; a rental replaces it.
const (
	PlanRental   PlanKind = "rental"
	PlanPurchase PlanKind = "purchase"
	PlanService  PlanKind = "service"
)

// Plan returns the plan of the kind, nil if it is not offered.
func (p Pricing) Plan(kind PlanKind) *Plan {
	return map[PlanKind]*Plan{PlanRental: p.Rental, PlanPurchase: p.Purchase, PlanService: p.Service}[kind]
}

// QuoteCreateInput is a request for a quote.
type QuoteCreateInput struct {
	Name           string
	Company        *string
	Email          string
	BillingInfo    *BillingInfoInput `json:",omitempty"`
	Lines          []*QuoteLineInput
	PartMassGrams  *int // requests a fit check
	IdempotencyKey string

	Cell     json.RawMessage `json:",omitempty"` // the planned cell that Appendix describes
	Appendix *QuoteAppendix  `json:"-"`
}

// QuoteLineInput is a line of QuoteCreateInput.
type QuoteLineInput struct {
	ProductID string
	Quantity  int
	Plan      *PlanKind
}

// Normal returns the input trimmed, or all its errors. A field of a line is named like lines.0.quantity.
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
	in.Name = c.line("name", "Name", in.Name, 100, true)
	in.Company = c.optionalLine("company", "Company", in.Company, 100)
	in.Email = c.email("email", in.Email)
	in.BillingInfo = in.BillingInfo.normal(&c, "", "company", in.Company)
	in.IdempotencyKey = c.line("idempotencyKey", "Idempotency key", in.IdempotencyKey, 100, true)
	return in, c.found.Err()
}

func lineField(i int, name string) string { return fmt.Sprintf("lines.%d.%s", i, name) }

// NewQuote creates a quote at current prices from a normalised input and its products by ID. It refuses unknown
// products, products without a price, and plans that are not offered. The stock is not checked.
func (t Terms) NewQuote(in QuoteCreateInput, products map[string]Product, now time.Time) (Quote, error) {
	var c checker
	q := Quote{Version: 1, CreatedAt: now, ValidUntil: now.AddDate(0, 0, QuoteDays),
		Name: in.Name, Company: in.Company, Email: in.Email, BillingInfo: in.BillingInfo.info(),
		TaxPercent: t.TaxPercent(), Shipping: t.Money(0), Appendix: in.Appendix}
	sold := false
	var quoted []Product
	for i, requested := range in.Lines {
		p, ok := products[requested.ProductID]
		if !ok {
			c.add(NotFound, lineField(i, "productId"), UnknownProduct().Message)
			continue
		}
		if p.Price == nil {
			c.add(NotForSale, lineField(i, "productId"), p.Name+" has no price yet and can't be quoted")
			continue
		}
		line := QuoteLine{ProductID: &p.ID, ProductName: p.Name, Model: p.Model, Quantity: requested.Quantity,
			UnitPrice: p.Price, PlanKind: requested.Plan, Plate: p.Plate, LeadTime: p.LeadTime(),
			ExpectedDelivery: p.ExpectedDelivery}
		if requested.Plan != nil {
			if line.Plan = p.Pricing.Plan(*requested.Plan); line.Plan == nil {
				c.add(NotForSale, lineField(i, "plan"),
					fmt.Sprintf("%s has no plan called %s", p.Name, *requested.Plan))
				continue
			}
			if *requested.Plan == PlanRental {
				line.UnitPrice = nil
			}
		}
		sold = sold || line.UnitPrice != nil
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
	q.sum(t)
	return q, c.found.Err()
}

// sum calculates the subtotal, the tax and the total.
func (q *Quote) sum(t Terms) {
	q.Subtotal = t.Money(0)
	for _, line := range q.Lines {
		if total := line.LineTotal(); total != nil {
			q.Subtotal = q.Subtotal.Plus(*total)
		}
	}
	q.Tax = t.Tax(q.Subtotal)
	q.Total = q.Subtotal.Plus(q.Tax).Plus(q.Shipping)
}

// UnknownQuote refuses a quote that does not exist or that the caller may not see.
func UnknownQuote() *Error {
	return &Error{Code: NotFound, Field: "number", Message: "Quote not found"}
}

// QuoteOrderInput converts a quote to an order. It names the quote by its number and the key of a link to it.
type QuoteOrderInput struct {
	Number       string
	Key          *string
	Version      *int // that the buyer has read; nil for 1
	ShippingInfo ShippingInfoInput
	BillingInfo  *BillingInfoInput // nil for that of the quote
}

// Normal returns the input trimmed, or all its errors.
func (in QuoteOrderInput) Normal() (QuoteOrderInput, error) {
	var c checker
	in.Number = c.line("number", "Number", in.Number, 30, true)
	in.ShippingInfo = in.ShippingInfo.normal(&c)
	in.BillingInfo = in.BillingInfo.normal(&c, in.ShippingInfo.Country, "shippingInfo.company", in.ShippingInfo.Company)
	return in, c.found.Err()
}

// Order creates an order with the quote's prices and the current state of its products, by ID. The input must be
// normalised. Errors: those of Obstacles, CONFLICT if the quote has changed since the buyer read it.
func (q Quote) Order(products map[string]Product, in QuoteOrderInput, buyer Actor, now time.Time) (Order, error) {
	if err := q.Obstacles(products).Err(); err != nil {
		return Order{}, err
	}
	if (in.Version == nil && q.Version != 1) || (in.Version != nil && *in.Version != q.Version) {
		return Order{}, &Error{Code: Conflict, Field: "version",
			Message: fmt.Sprintf("Quote %s has changed. The total is now %s. Please review it and order again.",
				q.Number, q.Total.Words())}
	}
	o := Order{Buyer: Buyer{ID: buyer.UserID}, Status: OrderPendingPayment, Version: 1, CreatedAt: now,
		ShippingInfo: in.ShippingInfo.Over(ShippingInfo{}), BillingInfo: q.BillingInfo, Subtotal: q.Subtotal,
		TaxPercent: q.TaxPercent, Tax: q.Tax, Shipping: q.Shipping, TotalPrice: q.Total}
	if in.BillingInfo != nil {
		o.BillingInfo = in.BillingInfo.info()
	}
	at := map[string]int{}
	for _, line := range q.Lines {
		p := products[*line.ProductID]
		// A product must have only one line of an order, so that its stock is taken once.
		if i, known := at[p.ID]; known {
			o.OrderItems[i].Quantity += line.Quantity
			continue
		}
		at[p.ID] = len(o.OrderItems)
		o.OrderItems = append(o.OrderItems, OrderItem{ProductID: &p.ID, ProductName: line.ProductName,
			Quantity: line.Quantity, Price: *line.UnitPrice, IsPreorder: p.IsPreorder,
			ExpectedDelivery: p.ExpectedDelivery, Delivery: p.Delivery})
	}
	return o, nil
}

// Obstacles returns the reasons why a quote can't be ordered now, given the current state of its products, by ID: it
// was already ordered, it had expired when it was read, or its lines can't be ordered. Changed prices are no reason,
// because the quote's prices are binding.
func (q Quote) Obstacles(products map[string]Product) (found Errors) {
	if err := q.closed(); err != nil {
		return Errors{err}
	}
	quantities := map[string]int{}
	for _, line := range q.Lines {
		if line.ProductID != nil {
			quantities[*line.ProductID] += line.Quantity
		}
	}
	seen := map[string]bool{}
	add := func(err *Error) {
		if err != nil && !seen[err.Message] {
			seen[err.Message] = true
			found = append(found, err)
		}
	}
	for _, line := range q.Lines {
		if line.Recurring() {
			add(&Error{Code: NotForSale,
				Message: fmt.Sprintf("%s has a monthly plan, which can't be ordered online. "+
					"Place a pre-order or contact us.", line.ProductName)})
			continue
		}
		p, ok := Product{}, false
		if line.ProductID != nil {
			p, ok = products[*line.ProductID]
		}
		if !ok {
			add(&Error{Code: NotForSale, Message: line.ProductName + " is no longer in the catalogue"})
			continue
		}
		add(CartItem{Product: p, Quantity: quantities[p.ID]}.available())
	}
	return found
}

// closed refuses what only an open quote allows: one that was neither ordered nor expired when it was read.
func (q Quote) closed() *Error {
	switch {
	case q.OrderID != nil:
		return &Error{Code: NotAllowed, Field: "number",
			Message: fmt.Sprintf("Quote %s has already been ordered", q.Number)}
	case q.Expired:
		return &Error{Code: Expired, Field: "number",
			Message: fmt.Sprintf("Quote %s was valid until %s. Please create a new quote.",
				q.Number, q.validUntil())}
	}
	return nil
}

// ExpiredAt reports whether the prices are no longer valid.
func (q Quote) ExpiredAt(now time.Time) bool { return !now.Before(q.ValidUntil) }

// Ordered reports whether the quote was converted to an order.
func (q Quote) Ordered() bool { return q.OrderID != nil }

// validUntil formats the end of validity for users: March 1, 2026, 09:00 UTC.
func (q Quote) validUntil() string { return q.ValidUntil.UTC().Format("January 2, 2006, 15:04 UTC") }

// PriceChanged reports whether the product's price has changed since the quote was created or is no longer known. A
// rented line has no price of its own.
func (l QuoteLine) PriceChanged(now *Product) bool {
	return l.UnitPrice != nil && (now == nil || now.Price == nil || *now.Price != *l.CataloguePrice())
}
