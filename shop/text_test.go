package shop

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func terms(change func(*TextDocument)) TextDocument {
	d := TextDocument{Title: " Terms of {{shop}} ", Summary: []string{"Short."}, Sections: []TextSection{
		{Anchor: "who", Title: "Who", Body: "{{imprint}}\n"},
		{Anchor: "kept", Title: "Kept", Items: []TextItem{{Title: "Cart", Text: "So that it stays.\nUntil you empty it."}}},
	}}
	change(&d)
	return d
}

func TestTextDocument(t *testing.T) {
	at := func(i int, change func(*TextSection)) func(*TextDocument) {
		return func(d *TextDocument) { change(&d.Sections[i]) }
	}
	body := func(markdown string) func(*TextDocument) { return at(0, func(s *TextSection) { s.Body = markdown }) }
	for name, c := range map[string]struct {
		change func(*TextDocument)
		want   string
	}{
		"all of it": {func(*TextDocument) {}, ""},
		"nothing":   {func(d *TextDocument) { *d = TextDocument{} }, "title REQUIRED"},
		"blanks": {func(d *TextDocument) {
			d.Title, d.Summary = " ", []string{""}
			d.Sections[0] = TextSection{}
			d.Sections[1].Items[0] = TextItem{}
		}, "title REQUIRED, summary.0 REQUIRED, sections.0.anchor REQUIRED, sections.0.title REQUIRED, sections.0.body REQUIRED, " +
			"sections.1.items.0.title REQUIRED, sections.1.items.0.text REQUIRED"},
		"two lines":              {func(d *TextDocument) { d.Title = "A\nB" }, "title INVALID"},
		"a long title":           {at(0, func(s *TextSection) { s.Title = strings.Repeat("x", 121) }), "sections.0.title TOO_LONG"},
		"a long body":            {body(strings.Repeat("x", 20_001)), "sections.0.body TOO_LONG"},
		"many lines":             {func(d *TextDocument) { d.Summary = slices.Repeat([]string{"x"}, 13) }, "summary TOO_LONG"},
		"an anchor twice":        {at(1, func(s *TextSection) { s.Anchor = "who" }), "sections.1.anchor TAKEN"},
		"no anchor":              {at(1, func(s *TextSection) { s.Anchor = "Your rights" }), "sections.1.anchor INVALID"},
		"NUL":                    {body("a\x00b"), "sections.0.body INVALID"},
		"an unknown placeholder": {body("By {{ceo}}."), "sections.0.body INVALID"},
		"unknown in a title":     {func(d *TextDocument) { d.Title = "{{ }}" }, "title INVALID"},
		"unknown in an entry":    {at(1, func(s *TextSection) { s.Items[0].Text = "{{Shop}}" }), "sections.1.items.0.text INVALID"},
		"links":                  {body("[a](/faq) [b](https://a.example) [c](mailto:{{email}}) [d](#who)"), ""},
		"a script":               {body("[a](javascript:alert(1))"), "sections.0.body INVALID"},
		"another host":           {body("[a](//evil.example)"), "sections.0.body INVALID"},
		"a picture":              {body("![a](/a.png)"), "sections.0.body INVALID"},
		"HTML":                   {body("<script>alert(1)</script>"), ""},
	} {
		_, err := terms(c.change).Normal(TextTerms)
		var got []string
		for _, e := range UserErrors(err) {
			got = append(got, strings.TrimPrefix(e.Field, "document.")+" "+string(e.Code))
			if e.Message == "" {
				t.Errorf("%s: %s has no message", name, e.Field)
			}
		}
		if strings.Join(got, ", ") != c.want || err != nil && got == nil {
			t.Errorf("%s: %v, %v, want %s", name, got, err, c.want)
		}
	}
	kept, err := terms(func(*TextDocument) {}).Normal(TextTerms)
	if err != nil || kept.Title != "Terms of {{shop}}" || kept.Sections[0].Body != "{{imprint}}" {
		t.Errorf("%+v, %v", kept, err)
	}
	large := terms(func(d *TextDocument) {
		d.Sections[0].Body = strings.Repeat("x", 9_000)
		d.Sections = slices.Repeat(d.Sections[:1], 12)
	})
	if errs := UserErrors(large.Storable()); len(errs) != 1 || errs[0].Field != "document" || errs[0].Code != TooLong {
		t.Errorf("a large draft: %v", errs)
	}
	if err := terms(body("{{ceo}} [a](javascript:x) " + strings.Repeat("x", 9_000))).Storable(); err != nil {
		t.Errorf("a draft with errors: %v", err)
	}
	if errs := UserErrors(terms(body(strings.Repeat("[a](", 2_501))).Storable()); len(errs) != 1 || errs[0].Code != TooLong {
		t.Errorf("a draft that takes long to parse: %v", errs)
	}
}

func TestTextLayout(t *testing.T) {
	d := TextDocument{Title: "A", Sections: []TextSection{
		{Anchor: "onward", Items: []TextItem{{Key: "contact", Title: "Talk"}, {Key: "gone", Title: "x"}}},
		{Anchor: "story", Body: "Once."},
	}}
	arranged, err := d.Normal(TextAbout)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, s := range arranged.Sections {
		ids = append(ids, s.Anchor)
	}
	if want := "story history values measured safe open repaired leadership milestones onward"; strings.Join(ids, " ") != want {
		t.Errorf("%v", ids)
	}
	onward := arranged.Sections[9]
	if arranged.Sections[0].Body != "Once." || len(onward.Items) != 2 || onward.Items[1] != (TextItem{Key: "contact", Title: "Talk"}) {
		t.Errorf("%+v", arranged)
	}
	d.Sections[1].Anchor = "tale"
	if errs := UserErrors(second(d.Normal(TextAbout))); len(errs) != 1 || errs[0].Field != "document.sections.1.anchor" {
		t.Errorf("%v", errs)
	}
	for _, name := range TextNames() {
		for _, l := range name.Layout() {
			if !validAnchor.MatchString(l.Anchor) {
				t.Errorf("%s: %q is no anchor", name, l.Anchor)
			}
		}
	}
}

func second(_ TextDocument, err error) error { return err }

// What the source says in tags is text on the page, and no link leads to a script.
func TestTextRendering(t *testing.T) {
	acme := Settings{Name: "Acme_*<b>", Email: "a_b@acme.example", LegalName: "Acme & Sons"}
	for _, c := range []struct{ body, want string }{
		{"One *two* **three**\nfour", "<p>One <em>two</em> <strong>three</strong>\nfour</p>"},
		{"- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"},
		{"# A\n\n##### B", "<h3>A</h3>\n<h6>B</h6>"},
		{"<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"},
		{"a <b onclick=x>b</b> <!-- c -->", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt; &lt;!-- c --&gt;</p>"},
		{"<javascript:alert(1)>", "<p>&lt;javascript:alert(1)&gt;</p>"},
		{"[a](javascript:alert(1)) [b](JAVASCRIPT:x) [c](data:text/html,x)", "<p>a b c</p>"},
		{"[a](//evil.example) [b](/\\evil.example) [c](/&#47;evil.example)", "<p>a b c</p>"},
		{"[*a*](/faq \"t\")", `<p><a href="/faq" title="t"><em>a</em></a></p>`},
		{`[a](https://a.example/"onmouseover=x)`, `<p><a href="https://a.example/%22onmouseover=x">a</a></p>`},
		{"![pic <b>](/a.png)", "<p>pic &lt;b&gt;</p>"},
		{"[r]\n\n[r]: javascript:alert(1)", "<p>r</p>"},
		{"{{shop}}", "<p>Acme_*&lt;b&gt;</p>"},
		{"[{{email}}](mailto:{{email}})", `<p><a href="mailto:a_b@acme.example">a_b@acme.example</a></p>`},
		{"{{imprint}}", "<p>Acme &amp; Sons, which trades as Acme_*&lt;b&gt;<br>\na_b@acme.example</p>"},
		{"Here.\n{{retail}} is gone.\nThere.", "<p>Here.\nThere.</p>"},
		{"{{ceo}}", "<p>{{ceo}}</p>"},
		{strings.Repeat("[", 5000) + strings.Repeat("> ", 3000), ""},
	} {
		started := time.Now()
		got := TextDocument{Sections: []TextSection{{Anchor: "a", Body: c.body}}}.Render(acme).Sections[0].HTML
		if c.want != "" && got != c.want {
			t.Errorf("%.80q is\n%s, want\n%s", c.body, got, c.want)
		}
		if took := time.Since(started); took > 2*time.Second {
			t.Errorf("%.80q takes %v", c.body, took)
		}
	}
	shown := terms(func(*TextDocument) {}).Render(acme)
	if shown.Title != " Terms of Acme_*<b> " || shown.Sections[1].Items[0].Title != "Cart" {
		t.Errorf("%+v", shown)
	}
}

func TestDescription(t *testing.T) {
	for source, want := range map[string]struct{ html, text string }{
		"":                                 {},
		"Strong.\n\nAnd light.":            {"<p>Strong.</p>\n<p>And light.</p>", "Strong. And light."},
		"**Strong** *and* `light`\nenough": {"<p><strong>Strong</strong> <em>and</em> <code>light</code>\nenough</p>", "Strong and light enough"},
		"- [arm](/products/3)\n- <b>":      {"<ul>\n<li><a href=\"/products/3\">arm</a></li>\n<li>&lt;b&gt;</li>\n</ul>", "arm <b>"},
		"# A\n1. b\\\nc\n\n        d":      {"<h3>A</h3>\n<ol>\n<li>\n<p>b<br>\nc</p>\n<pre><code> d\n</code></pre>\n</li>\n</ol>", "A b c d"},
		`2 \* 3 &lt; 7 &amp; a_b`:          {"<p>2 * 3 &lt; 7 &amp; a_b</p>", "2 * 3 < 7 & a_b"},
		"![a](/a.png) [b](javascript:x)":   {"<p>a b</p>", "a b"},
	} {
		if got := (Product{Content: Content{Description: source}}).DescriptionHTML(); got != want.html {
			t.Errorf("%q is\n%s, want\n%s", source, got, want.html)
		}
		if got := plainMarkdown(source); got != want.text {
			t.Errorf("%q is %q without markup, want %q", source, got, want.text)
		}
	}
	// A draft may be longer than what can be published.
	long := Product{Content: Content{Description: strings.Repeat("ä", maxDescription+1)}}
	if got := long.DescriptionHTML(); got != "<p>"+strings.Repeat("ä", maxDescription)+"</p>" {
		t.Errorf("a long description has %d bytes", len(got))
	}
}

func TestTextVersionStates(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	at := func(days int) TextEdition { return TextEdition{ValidFrom: now.AddDate(0, 0, days), Planned: true} }
	stored := func(days int) TextEdition { return TextEdition{ValidFrom: now.AddDate(0, 0, days)} }
	for name, c := range map[string]struct {
		editions []TextEdition // newest first
		want     string
	}{
		"none":                          {nil, "[]"},
		"the first":                     {[]TextEdition{stored(0)}, "[current]"},
		"two at the same time":          {[]TextEdition{stored(0), stored(0)}, "[current past]"},
		"of a clock that runs ahead":    {[]TextEdition{stored(1), stored(0)}, "[current past]"},
		"planned":                       {[]TextEdition{at(1), stored(0)}, "[planned current]"},
		"planned and valid":             {[]TextEdition{at(0), stored(-1)}, "[current past]"},
		"two planned":                   {[]TextEdition{at(2), at(1), stored(0)}, "[planned planned current]"},
		"replaced while it was planned": {[]TextEdition{stored(0), at(1), stored(-1)}, "[current unused past]"},
		"planned for the same time":     {[]TextEdition{at(1), at(1), stored(0)}, "[planned unused current]"},
		"replaced later":                {[]TextEdition{stored(0), at(-1), stored(-2)}, "[current past past]"},
	} {
		if got := fmt.Sprint(StatesOf(c.editions, now)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for name, c := range map[string]struct {
		from *time.Time
		ok   bool
	}{
		"now": {nil, true}, "tomorrow": {new(now.AddDate(0, 0, 1)), true}, "this moment": {&now, false},
		"yesterday": {new(now.AddDate(0, 0, -1)), false}, "in ten years": {new(now.AddDate(10, 0, 0)), false},
	} {
		start, err := TextDraftPublishInput{ValidFrom: c.from}.Start(now)
		if (err == nil) != c.ok || err == nil && c.from != nil && start != *c.from {
			t.Errorf("%s: %v, %v", name, start, err)
		}
	}
}

func TestTextChanges(t *testing.T) {
	before := terms(func(*TextDocument) {})
	after := terms(func(d *TextDocument) {
		d.Title = "Terms"
		d.Sections[0].Body = "Us."
		d.Sections = append(d.Sections, TextSection{Anchor: "law", Title: "Law"})
	})
	var got []string
	for _, c := range TextChanges(before, after) {
		got = append(got, c.Name)
	}
	if want := []string{"title", "who.body", "law.title", "sections"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if same := TextChanges(before, before); len(same) != 0 {
		t.Errorf("%v", same)
	}
}

func TestWordsOfMails(t *testing.T) {
	acme, values := Settings{Name: "Acme"}, map[string]string{"number": "OR-1", "date": "May 1"}
	section := func(s TextSection) TextDocument {
		s.Anchor = "order-confirmation"
		return TextDocument{Title: "Emails", Sections: []TextSection{s}}
	}
	for name, c := range map[string]struct {
		in   TextSection
		want MailWords
	}{
		"blank": {TextSection{Title: " "}, MailWords{Subject: "Your order OR-1", Heading: "Thank you for your order",
			Opening: []string{"We've received order OR-1 of May 1."}}},
		"edited": {TextSection{Title: "{{ number }} by {{shop}}", Label: "Hi", Body: "One\n{{date}}\n\n\nTwo"},
			MailWords{Subject: "OR-1 by Acme", Heading: "Hi", Opening: []string{"One\nMay 1", "Two"}}},
		"without the value": {TextSection{Title: "{{phone}}", Label: "{{phone}}", Body: "One\nat {{phone}}\nTwo"},
			MailWords{Subject: "Your order OR-1", Heading: "Thank you for your order", Opening: []string{"One\nTwo"}}},
		"that of another email": {TextSection{Title: "{{product}} {{number}}", Body: "{{ceo}}"},
			MailWords{Subject: "Your order OR-1", Heading: "Thank you for your order", Opening: []string{"{{ceo}}"}}},
	} {
		if got := section(c.in).Mail(acme, "order-confirmation", values); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	if got := section(TextSection{}).Mail(acme, "order-lost", values); !reflect.DeepEqual(got, MailWords{}) {
		t.Errorf("a section that there is not gives %+v", got)
	}

	for name, c := range map[string]struct {
		in          TextSection
		field, said string
	}{
		"unknown":          {TextSection{Body: "{{ceo}}"}, "body", "{{ceo}} is unknown in order-confirmation. Use one of {{number}}, {{date}}, {{address}}"},
		"of another email": {TextSection{Title: "{{product}}"}, "title", "{{product}} is unknown in order-confirmation."},
		"a line break":     {TextSection{Title: "a\r\nBcc: b"}, "title", "single line"},
	} {
		errs := UserErrors(second(section(c.in).Normal(TextMails)))
		if len(errs) != 1 || errs[0].Field != "document.sections.0."+c.field || !strings.Contains(errs[0].Message, c.said) {
			t.Errorf("%s: %v", name, errs)
		}
	}
	// What is stored has all words, so that later releases don't change them.
	d, err := TextDocument{Title: "Emails"}.Normal(TextMails)
	if err != nil || len(d.Sections) != len(TextMails.Layout()) {
		t.Fatalf("%+v, %v", d, err)
	}
	for _, s := range d.Sections {
		if s.Title == "" || s.Label == "" || s.Body == "" {
			t.Errorf("%+v", s)
		}
	}
}
