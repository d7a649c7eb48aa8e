package web

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"orrery/shop"
)

// view holds the query parameters of a page's URL: those that the page supports, each in normal form and in a fixed
// order. Unknown parameters and defaults are dropped, so that URLs which show the same page have equal views. The
// client parses URLs in the same way (client/src/features/catalogue/view.ts and its neighbours).
type view struct {
	shown     parameters // what the page is rendered from
	canonical parameters // the subset that identifies the content of the page
	freeText  bool       // contains text that anyone may have made up
	unusual   bool       // a value is too long or malformed to be rendered on the server
	unlisted  bool       // shows something else than the page that search engines may list

	categories []string // that pages link to
}

type parameters []struct{ name, value string }

func (p *parameters) add(name, value string) {
	if value != "" {
		*p = append(*p, struct{ name, value string }{name, value})
	}
}

// query returns the parameters as a query string with its "?", or "" if there are none. A comma needs no escape there.
func (p parameters) query() string {
	var b strings.Builder
	for i, parameter := range p {
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(parameter.name + "=" + strings.ReplaceAll(url.QueryEscape(parameter.value), "%2C", ","))
	}
	return b.String()
}

// views parse the queries of the pages that support parameters.
var views = map[string]func(*view, url.Values){
	"/products": catalogueView,
	"/compare":  comparisonView,
	"/faq":      func(v *view, q url.Values) { v.shown.add("q", v.text(q.Get("q"))) },
	"/contact":  func(v *view, q url.Values) { v.shown.add("subject", v.text(q.Get("subject"))) },
	"/plan":     planView,
	"/privacy":  versionView,
	"/software": func(v *view, q url.Values) { v.shown.add("tab", oneOf(q.Get("tab"), "ide", "mobile")) },
	"/terms":    versionView,
}

// versionView names a version of a text other than the current one.
func versionView(v *view, q url.Values) {
	if number := q.Get("version"); versionNumber.MatchString(number) {
		v.shown.add("version", number)
		v.unlisted = true
	}
}

func productView(v *view, q url.Values) {
	v.shown.add("tab", oneOf(q.Get("tab"), "specs", "technical"))
}

// planView names a cell plan, which the client encodes (client/src/features/plan/address.ts), or the arm to start with.
func planView(v *view, q url.Values) {
	plan, beside := q.Get("p"), q.Get("q")
	if plan == "" {
		if arm := q.Get("arm"); planArm.MatchString(arm) {
			v.freeText = true
			v.shown.add("arm", arm)
		}
		return
	}
	if q.Get("v") != "1" || !cellPlan.MatchString(plan) || beside != "" && !cellPlan.MatchString(beside) {
		v.unusual = true
		return
	}
	v.freeText = true
	v.shown.add("v", "1")
	v.shown.add("p", plan)
	v.shown.add("q", beside)
}

const (
	maxViewText = 200 // characters of a text, the limit of the input fields
	maxViewPage = 833 // the client's lastPage
	maxViewIDs  = 100 // characters of a list of products
)

var (
	wholeNumber   = regexp.MustCompile(`^[1-9][0-9]{0,2}$`)
	versionNumber = regexp.MustCompile(`^[1-9][0-9]{0,5}$`)
	listOfIDs     = regexp.MustCompile(`^[0-9, ]*$`)
	planArm       = regexp.MustCompile(`^[1-9][0-9]{0,6}$`)
	cellPlan      = regexp.MustCompile(`^[A-Za-z0-9._-]{1,800}$`)
)

// readView parses the query of a URL with this path.
func readView(path, rawQuery string, s shop.Settings) view {
	read := views[path]
	if id, ok := strings.CutPrefix(path, "/products/"); ok && isSegment(id) {
		read = productView
	}
	if read == nil || rawQuery == "" {
		return view{}
	}
	v := view{categories: s.Categories()}
	values := url.Values{}
	// Browsers differ from net/url: they split only at "&" and take a malformed escape literally.
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
		return "\xff" // invalid UTF-8, so that the page is left to the browser
	}
	return plain
}

// text records that value may be any text, and returns it.
func (v *view) text(value string) string {
	v.freeText = v.freeText || value != ""
	// HTML parsers change control characters.
	v.unusual = v.unusual || !utf8.ValidString(value) || utf8.RuneCountInString(value) > maxViewText ||
		strings.ContainsFunc(value, unicode.IsControl)
	return value
}

func catalogueView(v *view, q url.Values) {
	category := q.Get("category")
	// A category filter matches any part of a category's name; the site links to those of the settings.
	if linked := strings.ToLower(strings.TrimSpace(category)); slices.Contains(v.categories, linked) {
		category = linked
	} else {
		category = v.text(category)
	}
	search := v.text(q.Get("q"))
	sort := oneOf(q.Get("sort"), "best", "newest", "price-up", "price-down", "name", "rating")
	// As in the client's sortsFor: the best match is the default for a search, and no sort order without one.
	if blank := strings.TrimSpace(search) == ""; sort == "best" || blank && sort == "newest" {
		sort = ""
	}
	page := q.Get("page")
	if number, err := strconv.Atoi(page); err != nil || !wholeNumber.MatchString(page) || number < 2 ||
		number > maxViewPage {
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
	// The client renders the lists by figures, and the other forms of the list.
	for _, name := range []string{"figure", "view", "by", "columns"} {
		v.unusual = v.unusual || q.Has(name)
		v.unlisted = v.unlisted || q.Has(name)
	}
}

func comparisonView(v *view, q url.Values) {
	ids := v.ids(q.Get("products"))
	v.canonical.add("products", ids)
	v.shown.add("products", ids)
	if ids != "" {
		v.shown.add("only", oneOf(q.Get("only"), "differences"))
	}
}

// ids returns a comma-separated list of product IDs without duplicates.
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

// oneOf returns value if it is one of those allowed, and "" otherwise.
func oneOf(value string, allowed ...string) string {
	if slices.Contains(allowed, value) {
		return value
	}
	return ""
}
