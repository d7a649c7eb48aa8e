// Package pdf renders invoices, quotes and data sheets as PDFs on A4, in the design of the site's data plates. The
// output is deterministic: the same content results in the same bytes.
package pdf

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"orrery/shop"
)

// Lengths on the page in mm, from its upper left corner.
const (
	pageWidth = 210.0
	left      = 18.0
	right     = pageWidth - left
	top       = 16.0
	bottom    = 274.0 // of the content; the footer is below
	foot      = 284.0
	hairline  = 0.18
	tick      = 2.4
)

// ink is a colour of the site's palette, adapted to white paper.
type ink [3]int

var (
	black  = ink{17, 18, 20}
	grey   = ink{92, 94, 96} // contrast of 6.6 to 1 on white
	line   = ink{190, 191, 188}
	signal = ink{255, 90, 31}
)

// style is the font, size in points and colour of a text.
type style struct {
	face face
	size float64
	ink  ink
}

var (
	label   = style{mono, 6.2, grey}
	figure  = style{mono, 7.8, black}
	remark  = style{mono, 7, grey}
	body    = style{text, 8.6, black}
	quiet   = style{text, 8.6, grey}
	heading = style{strong, 8.6, black}
)

// leading returns the distance between two baselines, in mm.
func (st style) leading() float64 { return st.size * 0.48 }

// sheet is a document that is being written from top to bottom.
type sheet struct {
	pdf          *fpdf.Fpdf
	from         shop.Settings // who issues the document
	title        string        // of the document, also in the header of further pages
	y            float64       // where the next element is placed
	font         style         // the current one, without its ink
	termsVersion *int          // version of the terms that apply; nil if it is unknown
}

// newSheet begins a document. Its creation and modification dates are those of its content, so that rendering it again
// results in the same bytes.
func newSheet(from shop.Settings, title string, at time.Time) *sheet {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(at.UTC())
	pdf.SetModificationDate(at.UTC())
	pdf.SetTitle(from.Name+" "+title, true)
	pdf.SetAuthor(from.Name, true)
	pdf.SetProducer("", false)
	pdf.SetLang("en")
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetLineCapStyle("butt")
	s := &sheet{pdf: pdf, from: from, title: title, y: top}
	pdf.AddPage()
	return s
}

// bytes ends the document: it adds a footer to every page, since the number of pages is now known.
func (s *sheet) bytes() ([]byte, error) {
	for page, last := 1, s.pdf.PageCount(); page <= last; page++ {
		s.pdf.SetPage(page)
		s.font = style{} // the font at the end of this page is unknown
		s.rule(left, right, foot-4.5, line)
		company := join(" · ", s.from.Company(), s.from.Address(), s.from.Email)
		s.write(label, left, foot, s.fit(label, right-left-24, company))
		number := fmt.Sprintf("Page %d of %d", page, last)
		if s.termsVersion != nil {
			// Where the company leaves room for it.
			more := fmt.Sprintf("Terms version %d · %s", *s.termsVersion, number)
			if s.width(label, company)+columnGap+s.width(label, more) <= right-left {
				number = more
			}
		}
		s.writeRight(label, right, foot, number)
	}
	var out bytes.Buffer
	if err := s.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("print %s: %w", s.title, err)
	}
	return out.Bytes(), nil
}

// need starts a new page if less than height is left, and reports whether it did.
func (s *sheet) need(height float64) bool {
	if s.y+height <= bottom {
		return false
	}
	s.pdf.AddPage()
	s.write(heading, left, top+3, s.from.Name)
	s.writeRight(figure, right, top+3, s.title)
	s.rule(left, right, top+6, line)
	s.y = top + 14
	return true
}

// use selects a font. Fonts are loaded on first use.
func (s *sheet) use(f face, size float64) {
	wanted := style{face: f, size: size}
	if s.font == wanted {
		return
	}
	s.font = wanted
	family := fmt.Sprintf("face%d", f)
	s.pdf.AddUTF8FontFromBytes(family, "", files[f])
	s.pdf.SetFont(family, "", size)
}

// width returns the width of a text in mm.
func (s *sheet) width(st style, content string) (w float64) {
	for _, r := range runs(st.face, content) {
		s.use(r.face, st.size)
		w += s.pdf.GetStringWidth(r.text)
	}
	return w
}

// write writes one line with its baseline at y.
func (s *sheet) write(st style, x, y float64, content string) {
	s.pdf.SetTextColor(st.ink[0], st.ink[1], st.ink[2])
	for _, r := range runs(st.face, content) {
		s.use(r.face, st.size)
		s.pdf.Text(x, y, r.text)
		x += s.pdf.GetStringWidth(r.text)
	}
}

func (s *sheet) writeRight(st style, x, y float64, content string) {
	s.write(st, x-s.width(st, content), y, content)
}

// wrap breaks a text into lines, between words where possible.
func (s *sheet) wrap(st style, width float64, content string) (lines []string) {
	current := ""
	for _, word := range strings.Fields(content) {
		if joined := strings.TrimSpace(current + " " + word); s.width(st, joined) <= width {
			current = joined
			continue
		}
		if current != "" {
			lines = append(lines, current)
		}
		current = ""
		for _, char := range word { // breaks a word that is wider than the column
			if s.width(st, current+string(char)) > width && current != "" {
				lines = append(lines, current)
				current = ""
			}
			current += string(char)
		}
	}
	if current != "" {
		lines = append(lines, current)
	}
	return lines
}

// column writes lines below each other, the first baseline at y, and returns the following baseline.
func (s *sheet) column(st style, x, y float64, lines []string) float64 {
	for _, content := range lines {
		s.write(st, x, y, content)
		y += st.leading()
	}
	return y
}

// rule draws a horizontal hairline.
func (s *sheet) rule(from, to, y float64, colour ink) { s.stroke(from, y, to, y, hairline, colour) }

func (s *sheet) stroke(x1, y1, x2, y2, width float64, colour ink) {
	s.pdf.SetDrawColor(colour[0], colour[1], colour[2])
	s.pdf.SetLineWidth(width)
	s.pdf.Line(x1, y1, x2, y2)
}

// ticks marks the corners of a box, as on the data plates of the site.
func (s *sheet) ticks(x, y, width, height float64) {
	for _, corner := range [][4]float64{{x, y, 1, 1}, {x + width, y, -1, 1}, {x, y + height, 1, -1},
		{x + width, y + height, -1, -1}} {
		s.stroke(corner[0], corner[1], corner[0]+corner[2]*tick, corner[1], hairline*1.5, black)
		s.stroke(corner[0], corner[1], corner[0], corner[1]+corner[3]*tick, hairline*1.5, black)
	}
}

// fact is a labelled value of a plate.
type fact struct{ label, value string }

const (
	plateRow = 9.4 // height of a row of facts
	platePad = 4.6
)

// columnGap is the minimum distance between two columns of a plate.
const columnGap = 3.0

// plate writes facts into a box with corner ticks and moves s.y below it. It uses at most the given number of columns,
// and fewer if their contents are too wide.
func (s *sheet) plate(columns int, facts []fact) {
	const room = right - left - platePad*2
	columns = min(columns, len(facts))
	widths, used := s.columns(columns, facts)
	for used > room && columns > 1 {
		columns--
		widths, used = s.columns(columns, facts)
	}
	spread := max(0, room-used) / float64(columns)
	height := plateHeight(columns, facts)
	s.need(height)
	s.ticks(left, s.y, right-left, height)
	x := left + platePad
	for i, f := range facts {
		column := i % columns
		if column == 0 {
			x = left + platePad
		}
		y := s.y + platePad + float64(i/columns)*plateRow
		s.write(label, x, y+1.6, s.fit(label, room, f.label))
		s.write(figure, x, y+5.6, s.fit(figure, room, f.value))
		x += widths[column] + spread
	}
	s.y += height
}

// columns returns the widths that facts need in n columns, and their sum.
func (s *sheet) columns(n int, facts []fact) (widths []float64, sum float64) {
	widths = make([]float64, n)
	for i, f := range facts {
		widths[i%n] = max(widths[i%n], s.width(label, f.label)+columnGap, s.width(figure, f.value)+columnGap)
	}
	for _, w := range widths {
		sum += w
	}
	return widths, sum
}

// plateHeight returns the height of a plate with facts in this number of columns.
func plateHeight(columns int, facts []fact) float64 {
	return float64((len(facts)+columns-1)/columns)*plateRow + platePad*2 - 3.4
}

// fit truncates a text to a width.
func (s *sheet) fit(st style, width float64, content string) string {
	if s.width(st, content) <= width {
		return content
	}
	chars := []rune(content)
	for len(chars) > 0 && s.width(st, string(chars)+omitted) > width {
		chars = chars[:len(chars)-1]
	}
	return string(chars) + omitted
}

// dateTime formats a time: March 1, 2026, 09:00 UTC.
func dateTime(t time.Time) string { return t.UTC().Format("January 2, 2006, 15:04 UTC") }

// date formats a date: March 1, 2026.
func date(t time.Time) string { return t.UTC().Format("January 2, 2006") }
