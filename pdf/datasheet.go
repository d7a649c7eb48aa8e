package pdf

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/jpeg" // formats of pictures
	_ "image/png"
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"orrery/shop"
)

// valueAt is where the values of a table of specifications begin.
const valueAt = left + 62

// Size of the picture of a data sheet. One of other proportions is as wide, or as high.
const (
	pictureWidth  = 64.0
	pictureHeight = 48.0
)

// DataSheet returns the data sheet of a product as a PDF with the address of its page. The picture is a JPEG or PNG
// file, or nil.
func DataSheet(ctx context.Context, from shop.Settings, d shop.DataSheet, picture []byte, address string) (
	[]byte, error,
) {
	return withRenderer(ctx, func() ([]byte, error) { return dataSheet(from, d, picture, address) })
}

func dataSheet(from shop.Settings, d shop.DataSheet, picture []byte, address string) ([]byte, error) {
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
	s.introduction(d.ShortDesc, picture)
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
	if d.Motion != nil {
		s.specifications("Motion", d.Motion.Figures())
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
	case p.MaxQuantity() > 0:
		return "from stock"
	}
	return "on request"
}

// introduction writes a text of a few sentences beside a picture, nothing if there is neither. A picture that can't be
// read is left out.
func (s *sheet) introduction(content string, picture []byte) {
	st, width, height := style{text, 10, black}, right-left, 0.0
	if shown := s.picture(picture, s.y-4); shown > 0 {
		width, height = width-pictureWidth-8, shown
	}
	end := s.column(st, left, s.y, s.wrap(st, width, content)) - st.leading()
	if height > 0 {
		end = max(end, s.y+height-4)
	} else if !printable(content) {
		return
	}
	s.y = end + 8
}

// picture draws a picture at the right edge and returns its height, 0 if it can't be drawn.
func (s *sheet) picture(content []byte, y float64) float64 {
	decoded, format, err := image.Decode(bytes.NewReader(content)) // the PDF library panics if a picture is damaged
	if err != nil {
		return 0
	}
	size := decoded.Bounds().Size()
	const name = "picture"
	s.pdf.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: format}, bytes.NewReader(content))
	if !s.pdf.Ok() {
		s.pdf.ClearError()
		return 0
	}
	width, height := pictureWidth, pictureWidth*float64(size.Y)/float64(size.X)
	if height > pictureHeight {
		width, height = pictureHeight*float64(size.X)/float64(size.Y), pictureHeight
	}
	s.pdf.ImageOptions(name, right-width, y, width, height, false, fpdf.ImageOptions{}, 0, "")
	return height
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
