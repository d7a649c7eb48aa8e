package pdf

import (
	"slices"
	"strings"

	"orrery/shop"
)

// Columns of the item table: where the texts begin, and where the figures end.
const (
	nameAt   = left + 9
	quantity = 122.0
	price    = 158.0
)

// Position and height of the sums.
const (
	sumsAt     = 112.0
	sumsHeight = 34.0
)

// opening writes the top of the first page: the letterhead, the title and a plate of facts.
func (s *sheet) opening(title string, facts ...fact) {
	s.letterhead()
	st := style{strong, 24, black}
	s.y = s.column(st, left, s.y+14, s.wrap(st, right-left, title)) - st.leading() + 6
	s.plate(len(facts), facts)
	s.y += 9
}

// letterhead draws the logo of the site, an orbit on crosshairs, and the name beside it.
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
	s.write(style{strong, 13, black}, x+7, y+1.7, s.from.Name)
	s.y = top + 8
}

// party is a person or company named in the document.
type party struct {
	role  string
	lines []string // the first one is emphasised
}

// seller returns the company that runs the shop as a party.
func (s *sheet) seller() party {
	lines := append([]string{s.from.Company()}, strings.SplitN(s.from.Address(), ", ", 2)...)
	lines = append(lines, s.from.Email)
	if s.from.RegistrationNumber != "" {
		lines = append(lines, "Registration no. "+s.from.RegistrationNumber)
	}
	if s.from.VatNumber != "" {
		lines = append(lines, "VAT no. "+s.from.VatNumber)
	}
	return party{"From", lines}
}

// join joins the texts that are not empty.
func join(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), separator)
}

// parties writes the parties side by side.
func (s *sheet) parties(all ...party) {
	each := (right - left) / float64(len(all))
	end := s.y
	for i, p := range all {
		s.write(label, left+float64(i)*each, s.y, p.role)
	}
	for i, p := range all {
		x, y, st := left+float64(i)*each, s.y+5, heading
		for _, one := range p.lines {
			if printable(one) {
				y = s.column(st, x, y, s.wrap(st, each-6, one))
				st = body
			}
		}
		end = max(end, y)
	}
	s.y = end + 7
}

// printable reports whether any character of a text can be printed.
func printable(content string) bool {
	printed := ""
	for _, r := range runs(text, content) {
		printed += r.text
	}
	return strings.Trim(printed, omitted+" ") != ""
}

// lineHeads writes the column headings of the item table, which are repeated on each page.
func (s *sheet) lineHeads(currency string) {
	s.write(label, left, s.y, "Pos.")
	s.write(label, nameAt, s.y, "Product")
	s.writeRight(label, quantity, s.y, "Quantity")
	s.writeRight(label, price, s.y, "Unit price, "+currency)
	s.writeRight(label, right, s.y, "Amount, "+currency)
	s.rule(left, right, s.y+2.4, black)
	s.y += 7.6
}

// sums writes the sums and marks the total with the only orange line of the document. taxPercent is "" if the rate is
// unknown.
func (s *sheet) sums(subtotal shop.Money, taxPercent string, tax, shipping shop.Money, name string, total shop.Money) {
	taxed, free := shop.TaxLabel(taxPercent), "Free"
	if shipping.Minor > 0 {
		free = shipping.Grouped()
	}
	for _, f := range []fact{{"Subtotal", subtotal.Grouped()}, {taxed, tax.Grouped()}, {"Shipping", free}} {
		s.write(quiet, sumsAt, s.y+1, f.label)
		s.writeRight(figure, right, s.y+1, f.value)
		s.y += 5.4
	}
	s.stroke(sumsAt, s.y, right, s.y, 0.4, signal)
	for _, x := range []float64{sumsAt, right} {
		s.stroke(x, s.y-1.4, x, s.y+1.4, 0.4, signal)
	}
	s.y += 7
	s.write(style{strong, 11, black}, sumsAt, s.y, name)
	s.writeRight(style{mono, 12, black}, right, s.y, total.Words())
	s.y += 12
}
