package paper

import (
	"fmt"
	"slices"
	"strings"

	"orrery/shop"
)

// Columns of the lines: where the texts begin, and where the figures end.
const (
	nameAt   = left + 9
	quantity = 122.0
	price    = 158.0
)

// Quote prints a written quote (decisions: written quotes): one page for a usual one, more when it is long.
func Quote(brand shop.Brand, q shop.Quote) ([]byte, error) {
	s := newSheet(brand, "Quote "+q.Number, q.CreatedAt)
	s.letterhead()
	s.y += 14
	s.write(style{strong, 24, black}, left, s.y, "Quote")
	s.y += 6
	s.plate(4, []fact{{"Number", q.Number}, {"Date", date(q.CreatedAt)}, {"Valid until", date(q.ValidUntil)}, {"Delivery", delivery(q)}})
	s.y += 9
	s.parties(q)
	s.lines(q)
	s.totals(q)
	s.plates(q)
	s.terms(q)
	return s.bytes()
}

// letterhead is the mark of the site, an orbit on crosshairs, and the name beside it.
func (s *sheet) letterhead() {
	const x, y, r = left + 4, top + 4, 2.63
	s.pdf.SetDrawColor(black[0], black[1], black[2])
	s.pdf.SetLineWidth(0.38)
	s.pdf.Circle(x, y, r, "D")
	for _, d := range [][2]float64{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
		s.stroke(x+d[0]*2.5, y+d[1]*2.5, x+d[0]*3.75, y+d[1]*3.75, 0.38, black)
	}
	for _, dot := range []struct {
		x, y, r float64
		ink     ink
	}{{x, y, 0.75, black}, {x + 1.85, y - 1.85, 1.15, ink{255, 255, 255}}, {x + 1.85, y - 1.85, 0.82, black}} {
		s.pdf.SetFillColor(dot.ink[0], dot.ink[1], dot.ink[2])
		s.pdf.Circle(dot.x, dot.y, dot.r, "F")
	}
	s.write(style{strong, 13, black}, x+7, y+1.7, s.brand.Name)
	s.y = top + 8
}

// parties says who offers to whom.
func (s *sheet) parties(q shop.Quote) {
	half := left + (right-left)/2
	width := (right-left)/2 - 6
	s.write(label, left, s.y, "For")
	s.write(label, half, s.y, "From")
	s.y += 5
	to := []string{q.Name}
	if q.Company != nil {
		to = append(to, *q.Company)
	}
	ends := [2]float64{}
	for i, side := range [][]string{append(to, q.Email), append([]string{s.brand.Name}, strings.SplitN(s.brand.Address(), ", ", 2)...)} {
		x, y := left, s.y
		if i == 1 {
			x, side = half, append(side, s.brand.Email)
		}
		st := heading
		for _, one := range side {
			if legible(one) {
				y = s.column(st, x, y, s.wrap(st, width, one))
				st = body
			}
		}
		ends[i] = y
	}
	s.y = max(ends[0], ends[1]) + 7
}

// legible tells whether anything is left of a text when it is printed.
func legible(content string) bool {
	printed := ""
	for _, r := range runs(text, content) {
		printed += r.text
	}
	return strings.Trim(printed, omitted+" ") != ""
}

func (s *sheet) lineHeads(currency string) {
	s.write(label, left, s.y, "Pos.")
	s.write(label, nameAt, s.y, "Product")
	s.writeRight(label, quantity, s.y, "Quantity")
	s.writeRight(label, price, s.y, "Unit price, "+currency)
	s.writeRight(label, right, s.y, "Amount, "+currency)
	s.rule(left, right, s.y+2.4, black)
	s.y += 7.6
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
			s.writeRight(figure, right, s.y, s.fit(figure, right-quantity-4, rent(l)))
		}
		y := s.column(heading, nameAt, s.y, names)
		if l.Model != nil {
			y = s.column(style{mono, 7, grey}, nameAt, y, []string{*l.Model})
		}
		y = s.column(quiet, nameAt, y+0.4, notes)
		s.y = y + 0.2
		s.rule(left, right, s.y-1.6, line)
		s.y += 3.6
	}
}

// notes are the terms of a line's plan.
func (s *sheet) notes(l shop.QuoteLine) []string {
	if l.Plan == nil {
		return nil
	}
	terms := l.Plan.Title
	if *l.PlanKind == shop.PlanService {
		terms += ", " + l.Plan.Price + " " + l.Plan.Period + " for each unit"
	}
	return s.wrap(quiet, quantity-nameAt-6, terms+": "+strings.Join(l.Plan.Features, "; "))
}

// rent is what a rented line costs each time.
func rent(l shop.QuoteLine) string {
	each := l.Plan.Price + " " + l.Plan.Period
	if l.Quantity == 1 {
		return each
	}
	return fmt.Sprintf("%d × %s", l.Quantity, each)
}

// totals measures the sum with the only orange line of the paper.
func (s *sheet) totals(q shop.Quote) {
	const from = 112.0
	s.need(34)
	sum := "Total"
	if slices.ContainsFunc(q.Lines, shop.QuoteLine.Recurring) {
		sum = "Total, paid once"
		s.column(quiet, left, s.y+1, s.wrap(quiet, from-left-12,
			"What is paid by the month is not in the total. It is in the currency of its plan, net of tax, for each unit."))
	}
	shipping := "Free"
	if q.Shipping.Minor > 0 {
		shipping = q.Shipping.Grouped()
	}
	for _, f := range []fact{{"Subtotal", q.Subtotal.Grouped()}, {"Tax (" + q.TaxPercent + "%)", q.Tax.Grouped()}, {"Shipping", shipping}} {
		s.write(quiet, from, s.y+1, f.label)
		s.writeRight(figure, right, s.y+1, f.value)
		s.y += 5.4
	}
	s.stroke(from, s.y, right, s.y, 0.4, signal)
	for _, x := range []float64{from, right} {
		s.stroke(x, s.y-1.4, x, s.y+1.4, 0.4, signal)
	}
	s.y += 7
	s.write(style{strong, 11, black}, from, s.y, sum)
	s.writeRight(style{mono, 12, black}, right, s.y, q.Total.Words())
	s.y += 12
}

// plates are the data plates of what is quoted, each product once.
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
		s.need(3 + plateHeight(3, facts)) // the name stays with its plate
		s.write(heading, left, s.y, l.ProductName)
		if l.Model != nil {
			s.writeRight(style{mono, 7, grey}, right, s.y, *l.Model)
		}
		s.y += 3
		s.plate(6, facts)
		s.y += 8
	}
	s.y += 4
}

// terms say when it comes, how it is paid, and how to accept.
func (s *sheet) terms(q shop.Quote) {
	blocks := []fact{
		{"Delivery", deliveries(q)},
		{"Payment", fmt.Sprintf("By bank transfer on invoice, within %d days. The invoice names the account; we never send it in "+
			"another way.", shop.PaymentDays)},
		{"How to accept", fmt.Sprintf("Reply to %s with the number %s, or send your purchase order, until %s. The prices hold until "+
			"then.", s.brand.Email, q.Number, date(q.ValidUntil))},
	}
	const gap = 7.0
	each := (right - left - gap*2) / 3
	wrapped := make([][]string, len(blocks))
	height := 0.0
	for i, block := range blocks {
		wrapped[i] = s.wrap(body, each, block.value)
		height = max(height, 6+float64(len(wrapped[i]))*body.leading())
	}
	s.need(height)
	for i, block := range blocks {
		x := left + float64(i)*(each+gap)
		s.rule(x, x+each, s.y-3.4, line)
		s.write(label, x, s.y+0.6, block.label)
		s.column(body, x, s.y+5.6, wrapped[i])
	}
	s.y += height
}

// due is when a line comes.
func due(l shop.QuoteLine) string {
	switch {
	case l.ExpectedDelivery != nil:
		return date(*l.ExpectedDelivery)
	case l.LeadTime != nil:
		return *l.LeadTime
	}
	return "on request"
}

// delivery is the plate's word for it: a date or a time when all lines have the same.
func delivery(q shop.Quote) string {
	first := due(q.Lines[0])
	for _, l := range q.Lines {
		if due(l) != first {
			return "see below"
		}
	}
	return first
}

func deliveries(q shop.Quote) string {
	var said []string
	for _, l := range q.Lines {
		when := l.ProductName + ": " + due(l)
		switch {
		case l.ExpectedDelivery != nil:
			when = l.ProductName + ": expected " + due(l)
		case l.LeadTime != nil:
			when += " from your order"
		}
		if !slices.Contains(said, when) {
			said = append(said, when)
		}
	}
	return strings.Join(said, ". ") + "."
}
