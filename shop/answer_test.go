package shop_test

import (
	"slices"
	"strings"
	"testing"

	"orrery/shop"
)

func TestQuestion(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"What is the PAYLOAD of the fixed arm?":     {"what", "is", "the", "payload", "of", "fixed", "arm"},
		"Could you tell me the price, please?":      {"you", "me", "the", "price"},
		"weight":                                    {"weight or mass"},
		"ORR-A6-900: ±0.03 mm":                      {"orr-a6-900", "0.03", "mm"},
		`-payload "or" !arm & (rail) | 'x' -- \ :*`: {"payload", "arm", "rail", "x"},
		"arm arm Arm":                               {"arm"},
		"???":                                       {},
		"Hello":                                     {},
		strings.Repeat("a ", 6) + "b c d e f g h i j k l m n o": {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"},
	} {
		if got, err := shop.Question(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
	for text, code := range map[string]shop.Code{
		" ": shop.Required, strings.Repeat("é", 301): shop.TooLong, "a\x00b": shop.Invalid,
	} {
		_, err := shop.Question(text)
		if errs := shop.UserErrors(err); len(errs) != 1 || errs[0].Code != code || errs[0].Field != "question" {
			t.Errorf("%.10q is refused with %v, want %s", text, err, code)
		}
	}
	if _, err := shop.Question(strings.Repeat("é", 300)); err != nil {
		t.Errorf("300 characters are refused: %v", err)
	}
}

// What is shown has as many words as the best, and that is two thirds of the question at least.
func TestFindings(t *testing.T) {
	t.Parallel()
	arm, rail := "3", "8"
	faq := &shop.FaqEntry{ID: "f"}
	piece := func(source any, kind shop.PassageKind, hits, words int, body string) shop.Passage {
		p := shop.Passage{Kind: kind, Hits: hits, Words: words, Body: body}
		switch source := source.(type) {
		case string:
			p.ProductID = &source
		case *shop.FaqEntry:
			p.Faq = source
		}
		return p
	}
	figure := func(source any, hits, words int, body string) shop.Passage {
		return piece(source, shop.PassageFigure, hits, words, body)
	}
	for name, c := range map[string]struct {
		found []shop.Passage
		want  []string
	}{
		"nothing":               {nil, nil},
		"one word":              {[]shop.Passage{figure(arm, 1, 1, "a")}, []string{"a"}},
		"one of two":            {[]shop.Passage{figure(arm, 1, 2, "a")}, nil},
		"two of three":          {[]shop.Passage{figure(arm, 2, 3, "a")}, []string{"a"}},
		"three of five":         {[]shop.Passage{figure(arm, 3, 5, "a")}, nil},
		"less than the best":    {[]shop.Passage{figure(arm, 3, 3, "a"), figure(rail, 2, 3, "b")}, []string{"a"}},
		"figures of one":        {[]shop.Passage{figure(arm, 1, 1, "a"), figure(rail, 1, 1, "b"), figure(arm, 1, 1, "c")}, []string{"a c", "b"}},
		"at most three":         {[]shop.Passage{figure(arm, 1, 1, "a"), figure(arm, 1, 1, "b"), figure(arm, 1, 1, "c"), figure(arm, 1, 1, "d")}, []string{"a b c"}},
		"a text stands alone":   {[]shop.Passage{piece(arm, shop.PassageText, 1, 1, "a"), figure(arm, 1, 1, "b")}, []string{"a"}},
		"no text after figures": {[]shop.Passage{figure(arm, 1, 1, "a"), piece(arm, shop.PassageText, 1, 1, "b")}, []string{"a"}},
		"at most first": {[]shop.Passage{figure(arm, 1, 1, "a"), piece(faq, shop.PassageQuestion, 1, 1, "b"), figure(rail, 1, 1, "c"),
			figure("9", 1, 1, "d"), figure(arm, 1, 1, "e")}, []string{"a e", "b", "c"}},
	} {
		got := shop.Findings(c.found, 3)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d findings, want %q", name, len(got), c.want)
			continue
		}
		for i, f := range got {
			bodies := ""
			for _, p := range f.Passages {
				bodies += " " + p.Body
			}
			if bodies != " "+c.want[i] {
				t.Errorf("%s: finding %d is%s, want %s", name, i, bodies, c.want[i])
			}
		}
	}
}

func TestPriceAnswers(t *testing.T) {
	t.Parallel()
	price := &shop.Money{Minor: 2299900, Currency: "USD"}
	finding := shop.Finding{Passages: []shop.Passage{{Kind: shop.PassagePrice}}}
	for name, c := range map[string]struct {
		product shop.Product
		want    string
	}{
		"in stock":     {shop.Product{Price: price, Stock: 3}, "Price: 22999.00 USD before tax. 3 in stock."},
		"out of stock": {shop.Product{Price: price}, "Price: 22999.00 USD before tax. It is out of stock."},
		"pre-order":    {shop.Product{Price: price, IsPreorder: true}, "Price: 22999.00 USD before tax. It is a pre-order item."},
		"coming soon":  {shop.Product{Price: price, ComingSoon: true}, "Price: 22999.00 USD before tax. It is coming soon and can be pre-ordered."},
		"no price":     {shop.Product{ComingSoon: true}, "It has no price yet. It can be pre-ordered without payment."},
	} {
		if got := finding.FromProduct(c.product).Text; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
