package shop

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// TextPlaceholder is a name in double braces that stands for a value of the settings, or of an email.
type TextPlaceholder struct {
	Name        string
	Description string
}

type placeholder struct {
	description string
	lines       func(Settings) []string // none if the settings lack the value
}

func oneLine(value func(Settings) string) func(Settings) []string {
	return func(s Settings) []string {
		if text := strings.TrimSpace(value(s)); text != "" {
			return []string{text}
		}
		return nil
	}
}

var textPlaceholders = map[string]placeholder{
	"shop":      {"Name of the shop", oneLine(func(s Settings) string { return s.Name })},
	"company":   {"Name under which the company makes contracts", oneLine(Settings.Company)},
	"retail":    {"Second brand", oneLine(func(s Settings) string { return s.Retail })},
	"brands":    {"Second brand and name of the shop, or the name alone", oneLine(Settings.brands)},
	"email":     {"Email address", oneLine(func(s Settings) string { return s.Email })},
	"phone":     {"Phone number", oneLine(func(s Settings) string { return s.Phone })},
	"address":   {"Postal address on one line", oneLine(Settings.Address)},
	"city":      {"City of the office", oneLine(func(s Settings) string { return s.Office.City })},
	"opens":     {"Time at which the office opens, such as 9:00", oneLine(Settings.opensAt)},
	"recipient": {"Company with postal and email address on one line", oneLine(Settings.recipient)},
	"imprint":   {"Company, addresses and register numbers, line by line", Settings.imprint},
}

func (s Settings) opensAt() string { return strconv.Itoa(s.Opens) + ":00" }

func (s Settings) brands() string {
	if s.Retail == "" {
		return s.Name
	}
	return s.Retail + " by " + s.Name
}

func (s Settings) recipient() string {
	parts := []string{s.Company(), s.Address(), s.Email}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

// imprint names who is responsible, as the law requires.
func (s Settings) imprint() []string {
	company := s.Company()
	if company != s.Name {
		company += ", which trades as " + s.Name
	}
	if s.Retail != "" {
		company += ", which also trades as " + s.Retail
	}
	contact := []string{s.Email, s.Phone}
	lines := []string{company, s.Address(),
		strings.Join(slices.DeleteFunc(contact, func(one string) bool { return one == "" }), ", ")}
	if s.RegistrationNumber != "" {
		lines = append(lines, "Registration number "+s.RegistrationNumber)
	}
	if s.VatNumber != "" {
		lines = append(lines, "VAT number "+s.VatNumber)
	}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// Placeholders returns the placeholders that all texts may have, by name.
func (TextDraft) Placeholders() []TextPlaceholder {
	list := []TextPlaceholder{}
	for _, name := range knownPlaceholders() {
		list = append(list, TextPlaceholder{name, textPlaceholders[name].description})
	}
	return list
}

var inBraces = regexp.MustCompile(`\{\{([^{}\n]*)\}\}`)

// placeholders checks that a text has only placeholders that all texts have, or those of its section.
func (c *checker) placeholders(field, value string, section TextLayout) {
	known, where := knownPlaceholders(), ""
	if len(section.Placeholders) > 0 {
		where = " in " + section.Anchor
	}
	for i, own := range section.Placeholders {
		known = slices.Insert(known, i, own.Name)
	}
	for _, found := range inBraces.FindAllStringSubmatch(value, -1) {
		if !slices.Contains(known, strings.TrimSpace(found[1])) {
			c.add(Invalid, field, found[0]+" is unknown"+where+". Use one of {{"+strings.Join(known, "}}, {{")+"}}")
			return
		}
	}
}

// placeholder returns the lines of a placeholder, none if the settings lack the value, and whether it is known.
func (s Settings) placeholder(name string) ([]string, bool) {
	p, ok := textPlaceholders[name]
	if !ok {
		return nil, false
	}
	return p.lines(s), true
}

// fill replaces the placeholders of a text by what value returns for them. A line with a placeholder that has no value
// is left out.
func fill(value func(name string) ([]string, bool), text, separator string, escape func(string) string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		missing := false
		line = inBraces.ReplaceAllStringFunc(line, func(found string) string {
			lines, ok := value(strings.TrimSpace(strings.Trim(found, "{}")))
			if !ok {
				return escape(found)
			}
			missing = missing || len(lines) == 0
			for i := range lines {
				lines[i] = escape(lines[i])
			}
			return strings.Join(lines, separator)
		})
		if !missing {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func plain(text string) string { return text }

var punctuation = regexp.MustCompile("[!-/:-@[-`{-~]")

// escapeMarkdown returns Markdown that means the text itself.
func escapeMarkdown(text string) string { return punctuation.ReplaceAllString(text, `\$0`) }

// Render returns the document as its page shows it, with the values of the settings.
func (d TextDocument) Render(s Settings) PublicText {
	line := func(text string) string { return fill(s.placeholder, text, ", ", plain) }
	p := PublicText{Title: line(d.Title), Summary: []string{}, Sections: []PublicTextSection{},
		Editions: []TextEdition{}}
	for _, text := range d.Summary {
		p.Summary = append(p.Summary, line(text))
	}
	for _, section := range d.Sections {
		body := fill(s.placeholder, section.Body, "\\\n", escapeMarkdown)
		shown := PublicTextSection{Anchor: section.Anchor, Label: line(section.Label), Title: line(section.Title),
			Markdown: body, HTML: renderMarkdown(body), Items: []TextItem{}}
		for _, item := range section.Items {
			shown.Items = append(shown.Items, TextItem{item.Key, line(item.Title), line(item.Text)})
		}
		p.Sections = append(p.Sections, shown)
	}
	return p
}

// markdown parses CommonMark without HTML and automatic links: what looks like a tag is text.
var markdown = goldmark.New(goldmark.WithParser(parser.NewParser(
	parser.WithBlockParsers(without(parser.DefaultBlockParsers(), parser.NewHTMLBlockParser())...),
	parser.WithInlineParsers(without(parser.DefaultInlineParsers(), parser.NewRawHTMLParser(),
		parser.NewAutoLinkParser())...),
	parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
)))

func without(all []util.PrioritizedValue, left ...any) []util.PrioritizedValue {
	return slices.DeleteFunc(all, func(one util.PrioritizedValue) bool { return slices.Contains(left, one.Value) })
}

// parseMarkdown returns the document without pictures and links to elsewhere, and what it has left out.
func parseMarkdown(source []byte) (ast.Node, []string) {
	document := markdown.Parser().Parse(text.NewReader(source))
	var faults []string
	var left []ast.Node
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering {
				n.Level = min(n.Level+2, 6) // below the title of the section
			}
		case *ast.Image:
			if entering {
				faults, left = append(faults, "A text can't have pictures"), append(left, n)
			}
		case *ast.Link:
			to := string(n.Destination)
			if entering && !(isTextLink(to) && isTextLink(string(util.URLEscape(n.Destination, true)))) {
				faults = append(faults, "A link must lead to a path such as /products, an anchor, or an address that "+
					"begins with https://, http:// or mailto:, not "+to)
				left = append(left, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range left {
		parent := n.Parent()
		for child := n.FirstChild(); child != nil; child = n.FirstChild() {
			parent.InsertBefore(parent, n, child)
		}
		parent.RemoveChild(parent, n)
	}
	return document, faults
}

func isTextLink(to string) bool {
	to = strings.ToLower(to)
	for _, scheme := range []string{"https://", "http://", "mailto:", "#"} {
		if strings.HasPrefix(to, scheme) {
			return true
		}
	}
	return strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") && !strings.HasPrefix(to, `/\`)
}

// description checks a product's description, which is Markdown.
func (c *checker) description(value *string) *string {
	before := len(c.found)
	value = c.textIfSet("description", "Description", value, maxDescription, false)
	if value == nil || len(c.found) > before {
		return value
	}
	for _, fault := range markdownFaults(*value) {
		c.add(Invalid, "description", fault)
	}
	return value
}

// DescriptionHTML returns the description as HTML that is safe to insert into a page.
func (p Product) DescriptionHTML() string {
	return renderMarkdown(prefix(p.Description, maxDescription)) // a draft may have a longer one
}

// DescriptionText returns the text of the description on one line, without its formatting.
func (p Product) DescriptionText() string {
	return plainMarkdown(prefix(p.Description, maxDescription))
}

func markdownFaults(source string) []string {
	_, faults := parseMarkdown([]byte(source))
	return faults
}

// renderMarkdown returns HTML that is safe to insert into a page: tags in the source are text, and links lead to paths,
// anchors, web pages and mail addresses only.
func renderMarkdown(source string) string {
	document, _ := parseMarkdown([]byte(source))
	var html bytes.Buffer
	if err := markdown.Renderer().Render(&html, []byte(source), document); err != nil {
		panic(err) // a buffer accepts everything
	}
	return strings.TrimSpace(html.String())
}

// plainMarkdown returns the text of Markdown on one line, as in a list of search results.
func plainMarkdown(source string) string {
	document, _ := parseMarkdown([]byte(source))
	var words strings.Builder
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				words.Write(util.UnescapePunctuations(util.ResolveEntityNames(
					util.ResolveNumericReferences(n.Value([]byte(source))))))
			}
			if n.SoftLineBreak() || n.HardLineBreak() {
				words.WriteByte(' ')
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if entering {
				words.Write(n.Lines().Value([]byte(source)))
			}
		}
		if n.Type() == ast.TypeBlock {
			words.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(words.String()), " ")
}
