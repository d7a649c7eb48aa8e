package web

import (
	"bufio"
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"math"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"orrery/shop"
)

const (
	feedPath = "/feed.xml"

	// feedProducts is how many product IDs one page of the feed covers. A product stays on its page whatever changes, so
	// that every page can be registered as a data source of its own.
	feedProducts = 20_000
	feedChunk    = 100              // products that are read at a time
	feedTimeout  = 10 * time.Minute // for one page
	chunkTimeout = 30 * time.Second // for the client to receive a chunk
)

// Limits of Google's product data specification, in characters and entries.
const (
	maxFeedTitle       = 150
	maxFeedDescription = 5000
	maxFeedBrand       = 70
	maxFeedType        = 750
	maxFeedPictures    = 10
	maxFeedHighlight   = 150
	maxFeedHighlights  = 100
	maxFeedDetails     = 1000
	maxFeedLabel       = 140
	maxFeedValue       = 1000
)

// feedItem is a product in a feed for Google Merchant Center (support.google.com/merchants/answer/7052112). The
// elements without a prefix are those of RSS 2.0.
type feedItem struct {
	XMLName          xml.Name     `xml:"item"`
	ID               string       `xml:"g:id"`
	Title            string       `xml:"title"`
	Description      string       `xml:"description"`
	Link             string       `xml:"link"`
	Image            string       `xml:"g:image_link"`
	Images           []string     `xml:"g:additional_image_link"`
	Availability     string       `xml:"g:availability"`
	AvailabilityDate string       `xml:"g:availability_date,omitempty"`
	Price            string       `xml:"g:price"`
	Condition        string       `xml:"g:condition"`
	Brand            string       `xml:"g:brand"`
	MPN              string       `xml:"g:mpn,omitempty"`
	IdentifierExists string       `xml:"g:identifier_exists,omitempty"`
	ProductType      string       `xml:"g:product_type,omitempty"`
	Shipping         feedShipping `xml:"g:shipping"`
	ShippingWeight   string       `xml:"g:shipping_weight,omitempty"`
	Highlights       []string     `xml:"g:product_highlight"`
	Details          []feedDetail `xml:"g:product_detail"`
}

type feedShipping struct {
	Country         string `xml:"g:country"`
	Price           string `xml:"g:price"`
	MinHandlingTime *int   `xml:"g:min_handling_time"`
	MaxHandlingTime *int   `xml:"g:max_handling_time"`
}

type feedDetail struct {
	Section string `xml:"g:section_name,omitempty"`
	Name    string `xml:"g:attribute_name"`
	Value   string `xml:"g:attribute_value"`
}

// serveFeed serves a page of the products that are for sale. It is read from the database for each request, in chunks,
// so that its memory doesn't grow with the catalogue.
func (s *site) serveFeed(w http.ResponseWriter, r *http.Request) {
	page := 1
	if text := r.URL.Query().Get("page"); text != "" {
		number, err := strconv.ParseUint(text, 10, 24)
		if err != nil || number == 0 {
			report(w, http.StatusNotFound, "no such page")
			return
		}
		page = int(number)
	}
	ctx, cancel := context.WithTimeout(r.Context(), feedTimeout)
	defer cancel()
	s = s.current(ctx)
	first := int64(page-1)*feedProducts + 1
	last := first + feedProducts - 1
	chunk, err := s.offers(ctx, r, first, last, feedChunk)
	var later []shop.Product
	if err == nil {
		later, err = s.offers(ctx, r, last+1, math.MaxInt64, 1)
	}
	if err != nil {
		s.failShared(w, r, err)
		return
	}
	if len(chunk) == 0 && len(later) == 0 && page > 1 {
		report(w, http.StatusNotFound, "no such page")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	if len(later) > 0 {
		h.Set("Link", fmt.Sprintf(`<%s>; rel="next"`, s.feedPage(page+1)))
	}
	if r.Method == http.MethodHead {
		return
	}
	if err := s.writeFeed(ctx, w, r, page, chunk, last, len(later) > 0); err != nil {
		s.Log.WarnContext(ctx, "the feed broke off", "page", page, "error", err)
		panic(http.ErrAbortHandler) // otherwise the client would take a truncated file for a complete one
	}
}

func (s *site) feedPage(number int) string {
	return s.address(feedPath) + "?page=" + strconv.Itoa(number)
}

// offers reads products while holding a slot, which it releases before the client receives them.
func (s *site) offers(ctx context.Context, r *http.Request, first, last int64, limit int) ([]shop.Product, error) {
	if s.Slots != nil {
		inside, leave, err := s.Slots.Acquire(ctx, s.Who(r))
		if err != nil {
			return nil, err
		}
		defer leave()
		ctx = inside
	}
	return s.Store.Catalogue.ProductOffers(ctx, shop.Actor{}, first, last, limit)
}

// writeFeed writes the page whose products begin with chunk and end with the ID last.
func (s *site) writeFeed(ctx context.Context, w http.ResponseWriter, r *http.Request, page int, chunk []shop.Product,
	last int64, hasNext bool) error {
	out := bufio.NewWriter(w)
	text := func(element, content string) {
		fmt.Fprintf(out, "<%s>", element)
		_ = xml.EscapeText(out, []byte(content))
		fmt.Fprintf(out, "</%s>", element)
	}
	out.WriteString(xml.Header + `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" ` +
		`xmlns:atom="http://www.w3.org/2005/Atom"><channel>`)
	text("title", s.shop.Name)
	text("link", s.address("/"))
	text("description", s.shop.Description)
	links := map[string]int{"self": page}
	if hasNext {
		links["next"] = page + 1
	}
	for _, rel := range []string{"self", "next"} {
		if number, ok := links[rel]; ok {
			fmt.Fprintf(out, `<atom:link rel="%s" type="application/rss+xml" href="`, rel)
			_ = xml.EscapeText(out, []byte(s.feedPage(number)))
			out.WriteString(`"/>`)
		}
	}
	out.WriteByte('\n')
	items := xml.NewEncoder(out)
	for len(chunk) > 0 {
		for _, p := range chunk {
			if item, ok := s.feedItem(p); ok {
				if err := items.Encode(item); err != nil {
					return err
				}
				out.WriteByte('\n')
			}
		}
		// If the deadline can't be set, the server's write timeout applies.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(chunkTimeout))
		if err := out.Flush(); err != nil {
			return err
		}
		if len(chunk) < feedChunk {
			break
		}
		newest, err := strconv.ParseInt(chunk[len(chunk)-1].ID, 10, 64)
		if err != nil {
			return err
		}
		if chunk, err = s.offers(ctx, r, newest+1, last, feedChunk); err != nil {
			return err
		}
	}
	out.WriteString("</channel></rss>\n")
	return out.Flush()
}

// feedItem returns a product as the feed lists it. It returns false for a product without a picture in a format that
// the specification allows, since it requires one.
func (s *site) feedItem(p shop.Product) (item feedItem, ok bool) {
	var pictures []string
	for _, picture := range p.Images() {
		switch path.Ext(picture.URL) {
		case ".jpg", ".png", ".webp", ".gif":
			pictures = append(pictures, s.address(picture.URL))
		}
	}
	if len(pictures) == 0 {
		return item, false
	}
	item = feedItem{
		ID: p.ID, Title: clipped(p.Name, maxFeedTitle), Link: s.address(productPath(p.ID)), Image: pictures[0],
		Description: clipped(cmp.Or(p.DescriptionText(), p.ShortDesc, p.Name), maxFeedDescription),
		Images:      pictures[1:min(len(pictures), 1+maxFeedPictures)], Availability: feedAvailability[availability(p)],
		Price: p.Price.Decimal() + " " + p.Price.Currency, Condition: "new",
		Brand: clipped(s.shop.Name, maxFeedBrand), ProductType: clipped(feedType(p.Category), maxFeedType),
	}
	if p.Model != nil && *p.Model != "" {
		item.MPN = *p.Model
	} else {
		item.IdentifierExists = "no"
	}
	if p.IsPreorder && p.ExpectedDelivery != nil {
		item.AvailabilityDate = p.ExpectedDelivery.UTC().Format("2006-01-02T15:04Z")
	}
	terms := s.Store.Terms()
	shipping := terms.Money(terms.ShippingMinor)
	item.Shipping = feedShipping{Country: s.shop.Country, Price: shipping.Decimal() + " " + shipping.Currency}
	if least, most, ok := p.LeadDays(); ok && !p.IsPreorder {
		item.Shipping.MinHandlingTime, item.Shipping.MaxHandlingTime = &least, &most
	}
	if p.Engineering != nil && p.Engineering.MassGrams != nil {
		item.ShippingWeight = shop.Kilograms(*p.Engineering.MassGrams)
	}
	if len(p.Highlights) > 1 { // the specification requires two
		for _, line := range p.Highlights[:min(len(p.Highlights), maxFeedHighlights)] {
			item.Highlights = append(item.Highlights, clipped(line, maxFeedHighlight))
		}
	}
	for _, group := range p.Specs {
		for _, spec := range group.Items {
			if len(item.Details) < maxFeedDetails {
				item.Details = append(item.Details, feedDetail{clipped(group.Title, maxFeedLabel),
					clipped(spec.Label, maxFeedLabel), clipped(spec.Value, maxFeedValue)})
			}
		}
	}
	return item, true
}

var feedAvailability = map[string]string{"InStock": "in_stock", "OutOfStock": "out_of_stock", "PreOrder": "preorder"}

// feedType returns a category path such as Industrial / Retail Automation as the specification writes it.
func feedType(category string) string {
	steps := strings.Split(category, "/")
	for i := range steps {
		steps[i] = strings.TrimSpace(steps[i])
	}
	return strings.Join(steps, " > ")
}

// clipped returns at most limit characters of a text. It ends a longer one after a whole word, where that has a space.
func clipped(text string, limit int) string {
	characters := []rune(text)
	if len(characters) <= limit {
		return text
	}
	short := string(characters[:limit-1])
	if space := strings.LastIndexByte(short, ' '); space > 0 {
		short = short[:space]
	}
	return short + "…"
}
