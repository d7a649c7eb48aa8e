package web

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// view is what the query of an address says to its page: the parameters that the page knows, each in one form and in one order.
// Unknown parameters and defaults are dropped, so that addresses which show the same have equal views. The client reads the same
// from the whole address (client/src/features/catalogue/view.ts and its neighbours).
type view struct {
	shown     parameters // what the page is rendered from
	canonical parameters // the part of it that says what the page is about
	freeText  bool       // contains text that anybody may have made up
	unusual   bool       // a value is too long or malformed to be rendered on the server
}

type parameters []struct{ name, value string }

func (p *parameters) add(name, value string) {
	if value != "" {
		*p = append(*p, struct{ name, value string }{name, value})
	}
}

// query is the parameters as they stand behind a path, "" for none. A comma needs no escape there.
func (p parameters) query() string {
	var b strings.Builder
	for i, each := range p {
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(each.name + "=" + strings.ReplaceAll(url.QueryEscape(each.value), "%2C", ","))
	}
	return b.String()
}

// views read the queries of the pages that know parameters.
var views = map[string]func(*view, url.Values){
	"/products": catalogueView,
	"/compare":  comparisonView,
	"/faq":      func(v *view, q url.Values) { v.shown.add("q", v.text(q.Get("q"))) },
	"/contact":  func(v *view, q url.Values) { v.shown.add("subject", v.text(q.Get("subject"))) },
	"/software": func(v *view, q url.Values) { v.shown.add("tab", oneOf(q.Get("tab"), "ide", "mobile")) },
}

func productView(v *view, q url.Values) {
	v.shown.add("tab", oneOf(q.Get("tab"), "specs", "technical"))
}

const (
	maxViewText = 200 // characters of a text, as many as its fields take
	maxViewPage = 833 // the client's lastPage
	maxViewIDs  = 100 // characters of a list of products
)

var (
	// categories are those that the site links to. A product is found by any part of its category's name.
	categories  = []string{"retail", "industrial", "mobile", "educational", "entertainment", "vision", "domestic"}
	letters     = regexp.MustCompile(`^ *([A-Za-z]+) *$`)
	wholeNumber = regexp.MustCompile(`^[1-9][0-9]{0,2}$`)
	listOfIDs   = regexp.MustCompile(`^[0-9, ]*$`)
)

// readView reads the query of an address with that path.
func readView(path, rawQuery string) view {
	read := views[path]
	if id, ok := strings.CutPrefix(path, "/products/"); ok && isSegment(id) {
		read = productView
	}
	if read == nil || rawQuery == "" {
		return view{}
	}
	v := view{}
	values := url.Values{}
	// Browsers differ from net/url: they split at "&" alone and take a malformed escape as it stands.
	for pair := range strings.SplitSeq(rawQuery, "&") {
		name, value, _ := strings.Cut(pair, "=")
		name, value = unescape(name), unescape(value)
		values[name] = append(values[name], value)
	}
	read(&v, values)
	return v
}

func unescape(text string) string {
	plain, err := url.QueryUnescape(text)
	if err != nil {
		return "\xff" // not UTF-8, and so left to the browser
	}
	return plain
}

// text is a value that may be any text.
func (v *view) text(value string) string {
	v.freeText = v.freeText || value != ""
	// Parsers of HTML change control characters.
	v.unusual = v.unusual || !utf8.ValidString(value) || utf8.RuneCountInString(value) > maxViewText || strings.ContainsFunc(value, unicode.IsControl)
	return value
}

func catalogueView(v *view, q url.Values) {
	category := q.Get("category")
	found := letters.FindStringSubmatch(category)
	if found != nil && slices.Contains(categories, strings.ToLower(found[1])) {
		category = strings.ToLower(found[1])
	} else {
		category = v.text(category)
	}
	search := v.text(q.Get("q"))
	sort := oneOf(q.Get("sort"), "best", "newest", "price-up", "price-down", "name", "rating")
	// The client's sortsFor: the best match comes first for a text, and is no order without one.
	if blank := strings.TrimSpace(search) == ""; sort == "best" || blank && sort == "newest" {
		sort = ""
	}
	page := q.Get("page")
	if number, err := strconv.Atoi(page); err != nil || !wholeNumber.MatchString(page) || number < 2 || number > maxViewPage {
		page = ""
	}
	for _, p := range []*parameters{&v.canonical, &v.shown} {
		p.add("category", category)
		p.add("q", search)
	}
	v.shown.add("sort", sort)
	v.canonical.add("page", page)
	v.shown.add("page", page)
	v.shown.add("compare", v.ids(q.Get("compare")))
}

func comparisonView(v *view, q url.Values) {
	ids := v.ids(q.Get("products"))
	v.canonical.add("products", ids)
	v.shown.add("products", ids)
	if ids != "" {
		v.shown.add("only", oneOf(q.Get("only"), "differences"))
	}
}

// ids is a list of products, each once.
func (v *view) ids(list string) string {
	if !listOfIDs.MatchString(list) || len(list) > maxViewIDs {
		v.unusual = true
		return ""
	}
	var all []string
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.Trim(id, " "); id != "" && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return strings.Join(all, ",")
}

// oneOf is a value if it is one of those, "" otherwise.
func oneOf(value string, those ...string) string {
	if slices.Contains(those, value) {
		return value
	}
	return ""
}
