package pdf

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"orrery/shop"
)

// Quote returns a written quote as a PDF with the address of its page: usually one page, more for a long quote.
func Quote(ctx context.Context, from shop.Settings, q shop.Quote, address string) ([]byte, error) {
	return withRenderer(ctx, func() ([]byte, error) { return quote(from, q, address) })
}

func quote(from shop.Settings, q shop.Quote, address string) ([]byte, error) {
	s := newSheet(from, "Quote "+q.Number, q.CreatedAt)
	s.termsVersion = q.TermsVersion
	s.opening("Quote", fact{"Number", q.Number}, fact{"Date", date(q.CreatedAt)},
		fact{"Valid until", date(q.ValidUntil)}, fact{"Delivery", delivery(q)})
	to := []string{q.Name}
	if q.Company != nil {
		to = append(to, *q.Company)
	}
	to = append(append(to, q.Email), q.BillingInfo.References()...)
	parties := []party{{"For", to}}
	if bill := q.BillingInfo.Lines(q.Name); bill != nil {
		parties = append(parties, party{"Invoice to", bill})
	}
	s.parties(append(parties, s.seller())...)
	s.lines(q)
	s.totals(q)
	s.plates(q)
	s.fitCheck(q.Fit)
	s.terms(q, address)
	s.appendix(q.Appendix)
	return s.bytes()
}

func (s *sheet) lines(q shop.Quote) {
	s.need(30)
	s.lineHeads(q.Total.Currency)
	for i, l := range q.Lines {
		names := s.wrap(heading, quantity-nameAt-16, l.ProductName)
		notes := s.notes(l)
		height := float64(len(names))*heading.leading() + float64(len(notes))*quiet.leading() + 3
		if l.Model != nil {
			height += figure.leading()
		}
		if s.need(height) {
			s.lineHeads(q.Total.Currency)
		}
		s.write(figure, left, s.y, fmt.Sprintf("%02d", i+1))
		s.writeRight(figure, quantity, s.y, fmt.Sprint(l.Quantity))
		if total := l.LineTotal(); total != nil {
			s.writeRight(figure, price, s.y, l.UnitPrice.Grouped())
			s.writeRight(figure, right, s.y, total.Grouped())
		} else {
			s.writeRight(figure, right, s.y, s.fit(figure, right-quantity-4, recurringPrice(l)))
		}
		y := s.column(heading, nameAt, s.y, names)
		if l.Model != nil {
			y = s.column(remark, nameAt, y, []string{*l.Model})
		}
		y = s.column(quiet, nameAt, y+0.4, notes)
		s.y = y + 0.2
		s.rule(left, right, s.y-1.6, line)
		s.y += 3.6
	}
}

// notes returns the discount of a line and the terms of its plan.
func (s *sheet) notes(l shop.QuoteLine) (notes []string) {
	if discount := l.Discount(); discount != nil {
		notes = s.wrap(quiet, quantity-nameAt-6,
			"List price "+l.ListPrice.Grouped()+", total discount "+discount.Grouped())
	}
	if l.Plan == nil {
		return notes
	}
	terms := l.Plan.Title
	if *l.PlanKind == shop.PlanService {
		terms += ", " + l.Plan.Price + " " + l.Plan.Period + " per unit"
	}
	return append(notes, s.wrap(quiet, quantity-nameAt-6, terms+": "+strings.Join(l.Plan.Features, "; "))...)
}

// recurringPrice returns the price per period of a line with a recurring price.
func recurringPrice(l shop.QuoteLine) string {
	each := l.Plan.Price + " " + l.Plan.Period
	if l.Quantity == 1 {
		return each
	}
	return fmt.Sprintf("%d × %s", l.Quantity, each)
}

// totals writes the sums, and notes what the total does not include.
func (s *sheet) totals(q shop.Quote) {
	s.need(sumsHeight)
	sum := "Total"
	if slices.ContainsFunc(q.Lines, shop.QuoteLine.Recurring) {
		sum = "One-time total"
		s.column(quiet, left, s.y+1, s.wrap(quiet, sumsAt-left-12,
			"Monthly payments are not included in the total. They are per unit, before tax, in the currency of "+
				"the plan."))
	}
	s.sums(q.Subtotal, q.TaxPercent, q.Tax, q.Shipping, sum, q.Total)
}

// plates writes the data plates of the quoted products, each product once.
func (s *sheet) plates(q shop.Quote) {
	seen := map[string]bool{}
	for _, l := range q.Lines {
		if len(l.Plate) == 0 || seen[l.ProductName] {
			continue
		}
		seen[l.ProductName] = true
		facts := make([]fact, len(l.Plate))
		for i, item := range l.Plate {
			facts[i] = fact{item.Label, item.Value}
		}
		s.need(3 + plateHeight(3, facts)) // keeps the name on the same page as its plate
		s.write(heading, left, s.y, l.ProductName)
		if l.Model != nil {
			s.writeRight(remark, right, s.y, *l.Model)
		}
		s.y += 3
		s.plate(6, facts)
		s.y += 8
	}
	s.y += 4
}

// terms writes the delivery, the payment, and how to accept, including online at the address.
func (s *sheet) terms(q shop.Quote, address string) {
	accept := fmt.Sprintf("Email %s with the quote number %s, or send your purchase order, by %s. Prices are "+
		"valid until then.", s.from.Email, q.Number, dateTime(q.ValidUntil))
	if q.ReplyBy != nil {
		accept += fmt.Sprintf(" We'll follow up by %s.", s.from.ReplyTime(*q.ReplyBy))
	}
	blocks := []fact{
		{"Delivery", deliveries(q)},
		{"Payment", fmt.Sprintf("By bank transfer on invoice, within %d days. Bank details are on the invoice only.",
			shop.PaymentDays)},
		{"How to accept", accept},
	}
	const gap = 7.0
	each := (right - left - gap*2) / 3
	wrapped := make([][]string, len(blocks))
	height := 0.0
	for i, block := range blocks {
		wrapped[i] = s.wrap(body, each, block.value)
		height = max(height, 6+float64(len(wrapped[i]))*body.leading())
	}
	link := s.link(q, address)
	s.need(height + 8 + float64(len(link))*body.leading())
	for i, block := range blocks {
		x := left + float64(i)*(each+gap)
		s.rule(x, x+each, s.y-3.4, line)
		s.write(label, x, s.y+0.6, block.label)
		s.column(body, x, s.y+5.6, wrapped[i])
	}
	s.y += height
	if len(link) > 0 {
		s.write(label, left, s.y+2, "Order online at these prices")
		end := s.column(figure, left, s.y+6.4, link)
		s.pdf.LinkString(left, s.y+3, right-left, end-s.y-5, address)
		s.y = end
	}
}

// link returns the address at which the quote can be ordered, wrapped into lines. A quote with recurring prices is
// agreed in person and has none.
func (s *sheet) link(q shop.Quote, address string) []string {
	if slices.ContainsFunc(q.Lines, shop.QuoteLine.Recurring) {
		return nil
	}
	return s.wrap(figure, right-left, address)
}

// fitCheck writes the result of the compatibility check of the products, if one was made.
func (s *sheet) fitCheck(check *shop.FitCheck) {
	if check == nil {
		return
	}
	const outcomeAt, messageAt = left, left + 24
	labels := map[shop.FitOutcome]string{shop.Fits: "fits", shop.FitsNot: "does not fit", shop.FitUnknown: "not stated"}
	s.need(24)
	s.write(heading, left, s.y, "Fit check")
	s.writeRight(remark, right, s.y, "Part mass "+shop.Kilograms(check.PartMassGrams))
	s.y += 5.4
	for _, group := range check.Groups {
		var names []string
		for _, p := range group.Products {
			names = append(names, p.Name)
		}
		title := s.wrap(quiet, right-left, strings.Join(names, " with "))
		s.need(float64(len(title)+1)*body.leading() + 2) // keeps the name on the same page as its first line
		s.y = s.column(quiet, left, s.y, title) + 0.6
		for _, l := range group.Lines {
			text := s.wrap(body, right-messageAt, l.Message)
			s.need(float64(len(text)) * body.leading())
			st := quiet
			if l.Outcome == shop.FitsNot {
				st = heading
			}
			s.write(st, outcomeAt, s.y, labels[l.Outcome])
			s.y = s.column(body, messageAt, s.y, text)
		}
		s.y += 2.4
	}
	s.y = s.column(quiet, left, s.y, s.wrap(quiet, right-left,
		"Based on the stated figures. Not an assessment of your application.")) + 7
}

// deliveryTime returns when a line is delivered.
func deliveryTime(l shop.QuoteLine) string {
	switch {
	case l.ExpectedDelivery != nil:
		return date(*l.ExpectedDelivery)
	case l.LeadTime != nil:
		return *l.LeadTime
	}
	return "on request"
}

// delivery returns the value of the plate: a date or a lead time if all lines have the same.
func delivery(q shop.Quote) string {
	first := deliveryTime(q.Lines[0])
	for _, l := range q.Lines {
		if deliveryTime(l) != first {
			return "see below"
		}
	}
	return first
}

func deliveries(q shop.Quote) string {
	var sentences []string
	for _, l := range q.Lines {
		when := l.ProductName + ": " + deliveryTime(l)
		switch {
		case l.ExpectedDelivery != nil:
			when = l.ProductName + ": expected " + deliveryTime(l)
		case l.LeadTime != nil:
			when += " from your order"
		}
		if !slices.Contains(sentences, when) {
			sentences = append(sentences, when)
		}
	}
	return strings.Join(sentences, ". ") + "."
}
