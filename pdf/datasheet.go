package pdf

import (
	"context"
	"fmt"
	"strings"

	"orrery/shop"
)

// valueAt is where the values of a table of specifications begin.
const valueAt = left + 62

// DataSheet returns the data sheet of a product as a PDF with the address of its page.
func DataSheet(ctx context.Context, from shop.Settings, d shop.DataSheet, address string) ([]byte, error) {
	return withRenderer(ctx, func() ([]byte, error) { return dataSheet(from, d, address) })
}

func dataSheet(from shop.Settings, d shop.DataSheet, address string) ([]byte, error) {
	s := newSheet(from, "Data sheet", d.ChangedAt)
	if d.Model != nil && *d.Model != "" {
		s.title += " " + *d.Model
	}
	facts := []fact{{"Document", "Data sheet"}}
	if d.Model != nil && *d.Model != "" {
		facts = append(facts, fact{"Model", *d.Model})
	}
	price := "on request"
	if d.Price != nil {
		price = d.Price.Words() + " excl. tax"
	}
	facts = append(facts, fact{"Price", price}, fact{"Delivery", productDelivery(d.Product)},
		fact{"Date", date(d.ChangedAt)})
	if d.Version > 0 {
		facts = append(facts, fact{"Version", fmt.Sprint(d.Version)})
	}
	s.opening(d.Name, facts...)
	s.paragraph(style{text, 10, black}, d.ShortDesc)
	if len(d.Plate) > 0 {
		facts := make([]fact, len(d.Plate))
		for i, item := range d.Plate {
			facts[i] = fact{item.Label, item.Value}
		}
		s.plate(6, facts)
		s.y += 9
	}
	if d.Engineering != nil {
		s.specifications("Engineering figures", d.Engineering.Figures())
	}
	for _, group := range d.Specs {
		s.specifications(group.Title, group.Items)
	}
	for _, group := range d.Technical {
		s.list(group.Title, group.Items)
	}
	s.list("Included modules and parts", d.Modules)
	notice := "Subject to change. The current data sheet is at"
	if d.ComingSoon {
		notice = "Preliminary figures, which may change before release. The current data sheet is at"
	}
	lines := s.wrap(figure, right-left, address)
	s.need(6 + float64(len(lines))*figure.leading())
	s.write(quiet, left, s.y, notice)
	end := s.column(figure, left, s.y+5, lines)
	s.pdf.LinkString(left, s.y+2, right-left, end-s.y-4, address)
	return s.bytes()
}

// productDelivery returns when one unit of a product is delivered.
func productDelivery(p shop.Product) string {
	switch lead := p.LeadTime(); {
	case p.IsPreorder && p.ExpectedDelivery != nil:
		return "expected " + date(*p.ExpectedDelivery)
	case lead != nil:
		return *lead
	}
	return "on request"
}

// paragraph writes a text over the full width.
func (s *sheet) paragraph(st style, content string) {
	if !printable(content) {
		return
	}
	for _, content := range s.wrap(st, right-left, content) {
		s.need(st.leading())
		s.write(st, left, s.y, content)
		s.y += st.leading()
	}
	s.y += 4
}

// row makes room for a row of a table, whose title it writes before the first one on each page.
func (s *sheet) row(title string, isFirst bool, height float64) {
	if isFirst {
		s.need(8 + height)
	} else if !s.need(height) {
		return
	}
	s.write(heading, left, s.y, s.fit(heading, right-left, title))
	s.rule(left, right, s.y+2.4, black)
	s.y += 7
}

// specifications writes a table of labels and values, nothing if there are none.
func (s *sheet) specifications(title string, items []shop.SpecItem) {
	for i, item := range items {
		labels, values := s.wrap(quiet, valueAt-left-4, item.Label), s.wrap(figure, right-valueAt, item.Value)
		height := float64(max(len(labels), len(values))) * quiet.leading()
		s.row(title, i == 0, height)
		s.column(quiet, left, s.y, labels)
		y := s.y
		for _, value := range values {
			s.write(figure, valueAt, y, value)
			y += quiet.leading()
		}
		s.y += height - 1
		s.rule(left, right, s.y-1.2, line)
		s.y += 3
	}
	if len(items) > 0 {
		s.y += 5
	}
}

// list writes a titled list of texts, nothing if it is empty.
func (s *sheet) list(title string, items []string) {
	for i, item := range items {
		lines := s.wrap(body, right-left, strings.TrimSpace(item))
		s.row(title, i == 0, float64(len(lines))*body.leading())
		s.y = s.column(body, left, s.y, lines) + 0.6
	}
	if len(items) > 0 {
		s.y += 5
	}
}
