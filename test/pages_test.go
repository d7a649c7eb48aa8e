package test

import (
	"strings"
	"testing"
)

// TestPagesChangeOnlyWithWhatTheyShow reads pages before and after a change that none of them shows. They are made of
// answers that no cache holds then, and would be rendered for every visitor if a value in them depended on the time.
func TestPagesChangeOnlyWithWhatTheyShow(t *testing.T) {
	t.Parallel()
	s := startDemo(t)
	admin := s.loginDemoAdmin()
	stock := 0
	// changes returns how a page differs after a change elsewhere, "" if it is the same.
	changes := func(path string) string {
		before := s.renderedPage(path)
		stock++
		answer := s.execute(admin, `mutation ($stock: Int) {
			productUpdate(input: {id: "13", stock: $stock}) { userErrors { message } } }`, map[string]any{"stock": stock})
		if refused := answer.Data["productUpdate"].(map[string]any)["userErrors"].([]any); len(refused) > 0 {
			t.Fatal(refused)
		}
		return difference(before, s.renderedPage(path))
	}
	for _, path := range []string{
		"/", "/products", "/products/1", "/products/2", "/compare?products=1,2", "/plan", "/software", "/technologies",
		"/about", "/contact", "/faq", "/resources", "/terms",
	} {
		if changes(path) == "" {
			continue
		}
		if change := changes(path); change != "" { // the first one may be the hour's
			t.Errorf("%s was %s", path, change)
		}
	}
}

// renderedPage returns a page with its markup. A busy server leaves that to the browser.
func (s server) renderedPage(path string) (page string) {
	s.Helper()
	s.eventually(path+" is rendered", func() bool {
		_, page = s.fetch(path, browserAccept)
		return strings.Contains(page, `id="first-data"`)
	})
	return page
}

// difference returns where two texts begin to differ, "" if they are equal.
func difference(a, b string) string {
	if a == b {
		return ""
	}
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	around := func(text string) string { return text[max(0, i-60):min(len(text), i+40)] }
	return around(b) + ", not " + around(a)
}
