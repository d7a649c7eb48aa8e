package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"io"
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

	// feedProducts is how many product IDs one page of the feed covers. A product stays on its page whatever changes,
	// so that every page can be registered as a data source of its own.
	feedProducts  = 20_000
	chunkProducts = 100
	feedTimeout   = 10 * time.Minute // for one page
	chunkTimeout  = 30 * time.Second // for the client to receive a chunk

	// MaxFeeds is how many pages of the feed one network may receive at the same time.
	MaxFeeds = 2
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
	Name  string `xml:"g:attribute_name"`
	Value string `xml:"g:attribute_value"`
}

// serveFeed serves a page of the products that are for sale. It is read from the database for each request, in chunks,
// so that its memory doesn't grow with the catalogue.
func (s *site) serveFeed(w http.ResponseWriter, r *http.Request) {
	page, ok := pageNumber(r)
	if !ok {
		report(w, http.StatusNotFound, "no such page")
		return
	}
	page = max(page, 1)
	ctx, cancel := context.WithTimeout(r.Context(), feedTimeout)
	defer cancel()
	s = s.current(ctx)
	first := int64(page-1)*feedProducts + 1
	last := first + feedProducts - 1
	chunk, err := s.feedChunk(ctx, r, first, last)
	hasNext := false
	if err == nil {
		hasNext, err = s.hasOffers(ctx, r, last+1)
	}
	if err != nil {
		s.failShared(w, r, err)
		return
	}
	if len(chunk.items) == 0 && !hasNext && page > 1 {
		report(w, http.StatusNotFound, "no such page")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	if hasNext {
		h.Set("Link", fmt.Sprintf(`<%s>; rel="next"`, s.feedPage(page+1)))
	}
	if r.Method == http.MethodHead {
		return
	}
	if err := s.writeFeed(ctx, w, r, page, hasNext, chunk, last); err != nil {
		s.Log.WarnContext(ctx, "the feed broke off", "page", page, "error", err)
		panic(http.ErrAbortHandler) // otherwise the client would take a truncated file for a complete one
	}
}

// pageNumber returns the number of the requested page of a file, from 1, or 0 if the request has none. It returns false
// if the number is invalid.
func pageNumber(r *http.Request) (number int, ok bool) {
	text := r.URL.Query().Get("page")
	if text == "" {
		return 0, true
	}
	parsed, err := strconv.ParseUint(text, 10, 24)
	return int(parsed), err == nil && parsed > 0
}

func (s *site) feedPage(number int) string {
	return s.address(feedPath) + "?page=" + strconv.Itoa(number)
}

// feedChunk is a part of a page of the feed.
type feedChunk struct {
	items []byte
	next  int64 // ID with which the next chunk begins; 0 for the last chunk
}

// feedChunk reads and writes the products from the ID first to the ID last, but at most chunkProducts. It holds a slot,
// which it releases before the client receives the chunk.
func (s *site) feedChunk(ctx context.Context, r *http.Request, first, last int64) (chunk feedChunk, err error) {
	ctx, leave, err := s.slot(ctx, r)
	if err != nil {
		return chunk, err
	}
	defer leave()
	products, err := s.Store.Catalogue.ProductOffers(ctx, shop.Actor{}, first, last, chunkProducts)
	if err != nil {
		return chunk, err
	}
	for _, p := range products {
		item, ok := s.feedItem(p)
		if !ok {
			continue
		}
		text, err := xml.Marshal(item)
		if err != nil {
			return chunk, err
		}
		chunk.items = append(append(chunk.items, text...), '\n')
	}
	if len(products) == chunkProducts {
		newest, err := strconv.ParseInt(products[len(products)-1].ID, 10, 64)
		if err != nil {
			return chunk, err
		}
		chunk.next = newest + 1
	}
	return chunk, nil
}

// hasOffers reports whether a product with this ID or a higher one is for sale.
func (s *site) hasOffers(ctx context.Context, r *http.Request, first int64) (bool, error) {
	ctx, leave, err := s.slot(ctx, r)
	if err != nil {
		return false, err
	}
	defer leave()
	products, err := s.Store.Catalogue.ProductOffers(ctx, shop.Actor{}, first, math.MaxInt64, 1)
	return len(products) > 0, err
}

// writeFeed writes the page that begins with chunk and ends with the ID last.
func (s *site) writeFeed(ctx context.Context, w http.ResponseWriter, r *http.Request, page int, hasNext bool,
	chunk feedChunk, last int64) (err error) {
	var head bytes.Buffer
	text := func(element, content string) {
		fmt.Fprintf(&head, "<%s>", element)
		_ = xml.EscapeText(&head, []byte(content)) // a buffer accepts everything
		fmt.Fprintf(&head, "</%s>", element)
	}
	link := func(rel string, page int) {
		fmt.Fprintf(&head, `<atom:link rel="%s" type="application/rss+xml" href="`, rel)
		_ = xml.EscapeText(&head, []byte(s.feedPage(page)))
		head.WriteString(`"/>`)
	}
	head.WriteString(xml.Header + `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" ` +
		`xmlns:atom="http://www.w3.org/2005/Atom"><channel>`)
	text("title", s.shop.Name)
	text("link", s.address("/"))
	text("description", s.shop.Description)
	link("self", page)
	if hasNext {
		link("next", page+1)
	}
	head.WriteByte('\n')
	chunk.items = append(head.Bytes(), chunk.items...)
	for {
		// If the deadline can't be set, the server's write timeout applies.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(chunkTimeout))
		if _, err := w.Write(chunk.items); err != nil {
			return err
		}
		if chunk.next == 0 || chunk.next > last {
			break
		}
		if chunk, err = s.feedChunk(ctx, r, chunk.next, last); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, "</channel></rss>\n")
	return err
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
		item.Shipping.MinHandlingTime, item.Shipping.MaxHandlingTime = new(workingDays(least)), new(workingDays(most))
	}
	if p.Engineering != nil && p.Engineering.MassGrams != nil {
		item.ShippingWeight = shop.Kilograms(*p.Engineering.MassGrams)
	}
	if len(p.Highlights) > 1 { // the specification requires two
		for _, line := range p.Highlights[:min(len(p.Highlights), maxFeedHighlights)] {
			item.Highlights = append(item.Highlights, clipped(line, maxFeedHighlight))
		}
	}
	for _, figure := range p.Plate {
		item.Details = append(item.Details, feedDetail{clipped(figure.Label, maxFeedLabel),
			clipped(figure.Value, maxFeedValue)})
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
