package shop

import (
	"fmt"
	"regexp"
)

// Content is the authored part of a product that is only displayed.
type Content struct {
	Description    string           `json:"description"`
	Highlights     []string         `json:"highlights"`
	Plate          []SpecItem       `json:"plate"`
	Specs          []SpecGroup      `json:"specs"`
	Modules        []string         `json:"modules"`
	Features       []Feature        `json:"features"`
	Pricing        Pricing          `json:"pricing"`
	Technical      []TechnicalGroup `json:"technical"`
	SeoTitle       string           `json:"seoTitle"`
	SeoDescription string           `json:"seoDescription"`
	SeoKeywords    []string         `json:"seoKeywords"`
	Documents      []Document       `json:"documents"`
	Engineering    *Engineering     `json:"engineering"` // nil if nothing is stated
	Motion         *Motion          `json:"motion"`      // nil if no cell can be planned with it
	Attributes     []AttributeValue `json:"attributes"`  // those that are not built in
}

// ContentInput is what an administrator enters of a product's content. Each field replaces all of what it names; nil
// fields stay unchanged. The tags json name the fields of Content, the tags csv columns of the product file.
type ContentInput struct {
	Highlights     []string         `json:"highlights,omitzero" csv:"highlights"`
	Plate          []SpecItem       `json:"plate,omitzero" csv:"plate"`
	Specs          []SpecGroup      `json:"specs,omitzero"`
	Modules        []string         `json:"modules,omitzero" csv:"modules"`
	Features       []Feature        `json:"features,omitzero"`
	Pricing        *Pricing         `json:"pricing,omitzero"`
	Technical      []TechnicalGroup `json:"technical,omitzero"`
	SeoTitle       *string          `json:"seoTitle,omitzero" csv:"seo_title"`
	SeoDescription *string          `json:"seoDescription,omitzero" csv:"seo_description"`
	SeoKeywords    []string         `json:"seoKeywords,omitzero" csv:"seo_keywords"`
	Motion         *Motion          `json:"motion,omitzero"`
	Attributes     []AttributeValue `json:"attributes,omitzero" csv:"attributes"`
}

// ContentEdit contains the fields of Content that change, the others are nil.
type ContentEdit struct {
	Description *string      `json:"description,omitempty"`
	Engineering *Engineering `json:"engineering,omitempty"`
	ContentInput
}

// SpecItem is a labelled value.
type SpecItem struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// SpecGroup is a titled list of specifications.
type SpecGroup struct {
	Title string     `json:"title"`
	Items []SpecItem `json:"items"`
}

// TechnicalGroup is a titled list of technical details.
type TechnicalGroup struct {
	Title string   `json:"title"`
	Items []string `json:"items"`
}

// Feature is a capability of a product. Icon names an icon of the client, which shows a gear for an unknown name.
type Feature struct {
	Title       string `json:"title"`
	Icon        string `json:"icon"`
	Description string `json:"description"`
}

// Pricing holds the payment plans; nil if not offered.
type Pricing struct {
	Rental   *Plan `json:"rental,omitempty"`
	Purchase *Plan `json:"purchase,omitempty"`
	Service  *Plan `json:"service,omitempty"`
}

// Plan is a payment plan. Its price is authored text in its own currency, displayed as it is and not converted.
type Plan struct {
	Title    string   `json:"title"`
	Price    string   `json:"price"`
	Period   string   `json:"period"`
	Features []string `json:"features"`
	Popular  bool     `json:"popular"`
}

// Limits of a product's content: entries of a list, and characters of a text.
const (
	maxPlate      = 6
	maxEntries    = 60 // of any other list
	maxWord       = 50 // a keyword or the name of an icon
	maxTitle      = 100
	maxLine       = 300
	maxParagraph  = 1000
	maxSearchText = 500 // a title or description for search engines
)

var iconName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// content trims the texts and checks them. It returns the zero value for nil.
func (c *checker) content(in *ContentInput) ContentInput {
	if in == nil {
		return ContentInput{}
	}
	at := func(field string) string { return "content." + field }
	return ContentInput{
		Highlights:     c.lines(at("highlights"), "Highlight", in.Highlights, maxLine),
		Plate:          c.specItems(at("plate"), in.Plate, maxPlate),
		Specs:          eachOf(c, at("specs"), in.Specs, maxEntries, (*checker).specGroup),
		Modules:        c.lines(at("modules"), "Module", in.Modules, maxLine),
		Features:       eachOf(c, at("features"), in.Features, maxEntries, (*checker).feature),
		Pricing:        c.pricing(at("pricing"), in.Pricing),
		Technical:      eachOf(c, at("technical"), in.Technical, maxEntries, (*checker).technicalGroup),
		SeoTitle:       c.lineIfSet(at("seoTitle"), "Title", in.SeoTitle, maxSearchText, false),
		SeoDescription: c.textIfSet(at("seoDescription"), "Description", in.SeoDescription, maxSearchText, false),
		SeoKeywords:    c.lines(at("seoKeywords"), "Keyword", in.SeoKeywords, maxWord),
		Motion:         c.motion(at("motion"), in.Motion),
		Attributes:     c.attributeValues(at("attributes"), in.Attributes),
	}
}

// eachOf checks each entry of a list of at most limit entries. It returns nil for nil.
func eachOf[E any](c *checker, field string, entries []E, limit int, check func(*checker, string, E) E) []E {
	if entries == nil {
		return nil
	}
	if len(entries) > limit {
		c.add(OutOfRange, field, fmt.Sprintf("At most %d entries are allowed", limit))
		return entries
	}
	checked := make([]E, len(entries))
	for i, entry := range entries {
		checked[i] = check(c, fmt.Sprintf("%s.%d", field, i), entry)
	}
	return checked
}

func (c *checker) lines(field, label string, lines []string, limit int) []string {
	return eachOf(c, field, lines, maxEntries, func(c *checker, field, line string) string {
		return c.text(field, label, line, limit, true)
	})
}

func (c *checker) specItems(field string, items []SpecItem, limit int) []SpecItem {
	return eachOf(c, field, items, limit, func(c *checker, field string, item SpecItem) SpecItem {
		return SpecItem{
			Label: c.line(field+".label", "Label", item.Label, maxTitle, true),
			Value: c.text(field+".value", "Value", item.Value, maxLine, true),
		}
	})
}

func (c *checker) specGroup(field string, group SpecGroup) SpecGroup {
	return SpecGroup{
		Title: c.line(field+".title", "Title", group.Title, maxTitle, true),
		Items: c.specItems(field+".items", group.Items, maxEntries),
	}
}

func (c *checker) technicalGroup(field string, group TechnicalGroup) TechnicalGroup {
	return TechnicalGroup{
		Title: c.line(field+".title", "Title", group.Title, maxTitle, true),
		Items: c.lines(field+".items", "Detail", group.Items, maxParagraph),
	}
}

func (c *checker) feature(field string, in Feature) Feature {
	feature := Feature{
		Title:       c.line(field+".title", "Title", in.Title, maxTitle, true),
		Icon:        c.line(field+".icon", "Icon", in.Icon, maxWord, true),
		Description: c.text(field+".description", "Description", in.Description, maxParagraph, false),
	}
	if feature.Icon != "" && !iconName.MatchString(feature.Icon) {
		c.add(Invalid, field+".icon", "Icon must be the name of an icon, such as shield")
	}
	return feature
}

func (c *checker) pricing(field string, in *Pricing) *Pricing {
	if in == nil {
		return nil
	}
	return &Pricing{
		Rental:   c.plan(field+".rental", in.Rental),
		Purchase: c.plan(field+".purchase", in.Purchase),
		Service:  c.plan(field+".service", in.Service),
	}
}

func (c *checker) plan(field string, in *Plan) *Plan {
	if in == nil {
		return nil
	}
	return &Plan{
		Title:    c.line(field+".title", "Title", in.Title, maxTitle, true),
		Price:    c.line(field+".price", "Price", in.Price, maxTitle, true),
		Period:   c.line(field+".period", "Period", in.Period, maxTitle, false),
		Features: c.lines(field+".features", "Entry", in.Features, maxLine),
		Popular:  in.Popular,
	}
}
