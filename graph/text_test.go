package graph_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orrery/db/dbtest"
)

const (
	editedText = `{ revision version document { title summary sections { anchor label title body items { key title text } } }
		layout { anchor } placeholders { name } preview { title sections { html } } changes { name before after } errors { field code } author }`
	textRead = `query ($name: TextName!, $version: Int) { text(name: $name, version: $version) { version current title
		sections { anchor html } editions { version } } }`
	textDraft    = `query ($name: TextName!) { textDraft(name: $name) ` + editedText + ` }`
	textSave     = `mutation ($input: TextDraftSaveInput!) { payload: textDraftSave(input: $input) ` + textPayload
	textPublish  = `mutation ($input: TextDraftPublishInput!) { payload: textDraftPublish(input: $input) ` + textPayload
	textDiscard  = `mutation ($input: TextDraftDiscardInput!) { payload: textDraftDiscard(input: $input) ` + textPayload
	textRestore  = `mutation ($input: TextVersionRestoreInput!) { payload: textVersionRestore(input: $input) ` + textPayload
	textPayload  = `{ draft ` + editedText + ` userErrors { field code message } } }`
	textVersions = `{ textVersions(name: TERMS, first: 2) { totalCount pageInfo { hasNextPage } nodes { version state author changes { name } } } }`
	textStates   = `{ texts { name version planned { version } draftedAt } }`
)

func TestTextsAreEdited(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	draft := d.must(admin, textDraft, vars{"name": "TERMS"})
	draft.is("textDraft.revision", 0)
	draft.is("textDraft.layout", nil)
	draft.is("textDraft.placeholders.0.name", "address")
	document := draft.at("textDraft.document").(map[string]any)
	sections := document["sections"].([]any)
	first := sections[0].(map[string]any)
	save := func(revision int, body string) reply {
		t.Helper()
		first["body"] = body
		return d.must(admin, textSave, vars{"input": vars{"name": "TERMS", "revision": revision, "document": document}})
	}

	// A draft keeps what may not be published, and errors name field and rule.
	r := save(0, "By {{ceo}}, [here](javascript:alert(1)).")
	r.is("payload.userErrors", []any{})
	r.is("payload.draft.revision", 1)
	r.is("payload.draft.errors", []any{map[string]any{"field": []any{"document", "sections", "0", "body"}, "code": "INVALID"},
		map[string]any{"field": []any{"document", "sections", "0", "body"}, "code": "INVALID"}})
	refused := d.must(admin, textPublish, vars{"input": vars{"name": "TERMS", "revision": 1, "version": 1}})
	if got := fmt.Sprint(refused.at("payload.userErrors.0.message")); !strings.Contains(got, "{{ceo}} is unknown") || !strings.Contains(got, "{{company}}") {
		t.Errorf("an unknown placeholder gives %s", got)
	}
	// Markdown with scripts is shown as text.
	r = save(1, "By {{company}}.\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>")
	r.is("payload.draft.errors", []any{})
	const want = "<p>By Orrery Robotics.</p>\n<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt;</p>"
	r.is("payload.draft.preview.sections.0.html", want)
	r.is("payload.draft.changes.0.name", "parties.body")
	d.must("", textRead, vars{"name": "TERMS"}).is("text.version", 1)
	if got := save(1, "Late").refusals("payload.userErrors"); got != "revision CONFLICT" {
		t.Errorf("an editor of an older draft gets %s", got)
	}

	later := d.Clock.Now().Add(48 * time.Hour).Format(time.RFC3339)
	for name, c := range map[string]struct {
		in   vars
		want string
	}{
		"an older draft":   {vars{"revision": 1, "version": 1}, "revision CONFLICT"},
		"an older version": {vars{"revision": 2, "version": 0}, "version CONFLICT"},
		"the past":         {vars{"revision": 2, "version": 1, "validFrom": "2020-01-01T00:00:00Z"}, "validFrom OUT_OF_RANGE"},
	} {
		c.in["name"] = "TERMS"
		if got := d.must(admin, textPublish, vars{"input": c.in}).refusals("payload.userErrors"); got != c.want {
			t.Errorf("%s gives %s, want %s", name, got, c.want)
		}
	}
	r = d.must(admin, textPublish, vars{"input": vars{"name": "TERMS", "revision": 2, "version": 1, "validFrom": later}})
	r.is("payload.draft.version", 2)
	r.is("payload.draft.changes", []any{})
	d.must("", textRead, vars{"name": "TERMS"}).is("text.version", 1)
	d.must("", textRead, vars{"name": "TERMS", "version": 2}).is("text", nil)
	d.must("", textRead, vars{"name": "TERMS", "version": 0}).is("text", nil)
	d.must(admin, textStates, nil).is("texts.7.planned.version", 2)
	d.Clock.Advance(48 * time.Hour)
	r = d.must("", textRead, vars{"name": "TERMS"})
	r.is("text.version", 2)
	r.is("text.sections.0.html", want)
	r.is("text.editions", []any{map[string]any{"version": 2}, map[string]any{"version": 1}})
	d.must("", textRead, vars{"name": "TERMS", "version": 1}).is("text.current", false)

	r = d.must(admin, textRestore, vars{"input": vars{"name": "TERMS", "restore": 9, "version": 2}})
	if got := r.refusals("payload.userErrors"); got != "restore NOT_FOUND" {
		t.Errorf("an unknown version gives %s", got)
	}
	d.must(admin, textRestore, vars{"input": vars{"name": "TERMS", "restore": 1, "version": 2}}).is("payload.draft.version", 3)
	r = d.must(admin, textVersions, nil)
	r.is("textVersions.totalCount", 3)
	r.is("textVersions.nodes.0.state", "CURRENT")
	r.is("textVersions.nodes.1.author", "Test Person")
	if got := save(3, "Again").refusals("payload.userErrors"); got != "" {
		t.Errorf("saved again: %s", got)
	}
	d.must(admin, textDiscard, vars{"input": vars{"name": "TERMS", "revision": 4}}).is("payload.draft.changes", []any{})

	// Pages with a layout keep their sections.
	r = d.must(admin, textDraft, vars{"name": "HOME"})
	r.is("textDraft.layout.0.anchor", "hero")
	home := vars{"title": "Robots", "sections": []vars{{"anchor": "start", "title": "Go"}}}
	r = d.must(admin, textSave, vars{"input": vars{"name": "HOME", "revision": 0, "document": home}})
	r.is("payload.draft.document.sections.0.anchor", "hero")
	r.is("payload.draft.errors", []any{})
	home["sections"] = []vars{{"anchor": "own", "title": "Own"}}
	d.must(admin, textSave, vars{"input": vars{"name": "HOME", "revision": 1, "document": home}})
	r = d.must(admin, textPublish, vars{"input": vars{"name": "HOME", "revision": 2, "version": 1}})
	if got := r.refusals("payload.userErrors"); got != "document.sections.0.anchor INVALID" {
		t.Errorf("a section that the page lacks gives %s", got)
	}
}

// The words of emails are edited like a text, but have no page.
func TestWordsOfMailsAreEdited(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	d.must("", textRead, vars{"name": "MAILS"}).is("text", nil)
	d.must(admin, textStates, nil).is("texts.9", map[string]any{"name": "MAILS", "version": 1, "planned": nil, "draftedAt": nil})
	r := d.must(admin, `{ textDraft(name: MAILS) { layout { anchor placeholders { name description } } document { sections { title } } } }`, nil)
	r.is("textDraft.layout.0.placeholders.0", map[string]any{"name": "number", "description": "Order number"})
	r.is("textDraft.document.sections.0.title", "Your order {{number}}")
	save := func(revision int, subject string) {
		t.Helper()
		d.must(admin, textSave, vars{"input": vars{"name": "MAILS", "revision": revision, "document": vars{"title": "Emails",
			"sections": []vars{{"anchor": "order-due", "title": subject}}}}})
	}
	save(0, "Pay {{product}}")
	publish := vars{"input": vars{"name": "MAILS", "revision": 1, "version": 1}}
	refused := d.must(admin, textPublish, publish)
	if got := refused.refusals("payload.userErrors"); !strings.HasSuffix(got, "title INVALID") {
		t.Errorf("a placeholder of other emails gives %s", got)
	}
	if got := fmt.Sprint(refused.at("payload.userErrors.0.message")); !strings.HasPrefix(got, "{{product}} is unknown in order-due. Use one of {{number}}") {
		t.Errorf("its error says %s", got)
	}
	save(1, "Pay {{number}}")
	publish["input"].(vars)["revision"] = 2
	r = d.must(admin, textPublish, publish)
	r.is("payload.draft.version", 2)
	r.is("payload.draft.document.sections.0.title", "Your order {{number}}")
	if got := d.ask("", textPublish, publish).code(); got != "UNAUTHENTICATED" {
		t.Errorf("a visitor who publishes the words of emails gets %q", got)
	}
}

// While a text is published again and again, nobody sees an older version after a newer one, whatever way they ask.
func TestNobodySeesAnOlderTextAfterANewerOne(t *testing.T) {
	t.Parallel()
	shared := dbtest.New(t)
	here, elsewhere := newCachingServer(t, shared), newCachingServer(t, shared.Another(t))
	admin := here.admin("root@example.org")
	var newest atomic.Int64 // whose publication was answered
	newest.Store(1)
	var done atomic.Bool
	var readers sync.WaitGroup
	for i := range 8 {
		d := []*testServer{here, elsewhere}[i%2]
		query := []string{`{ text(name: TERMS) { version title } }`, `{ text(name: TERMS) { version sections { html } editions { version } } }`}[i/2%2]
		readers.Go(func() {
			for seen := int64(0); !done.Load(); {
				floor := seen
				if d == here {
					floor = max(floor, newest.Load())
				}
				version := int64(d.must("", query, nil).at("text.version").(float64))
				if version < floor {
					t.Errorf("version %d after %d", version, floor)
					return
				}
				seen = version
			}
		})
	}
	for i := range 15 {
		draft := here.must(admin, textDraft, vars{"name": "TERMS"})
		document := draft.at("textDraft.document").(map[string]any)
		document["title"] = fmt.Sprint("Terms ", i)
		saved := here.must(admin, textSave, vars{"input": vars{"name": "TERMS", "revision": draft.at("textDraft.revision"), "document": document}})
		here.must(admin, textPublish, vars{"input": vars{"name": "TERMS", "revision": saved.at("payload.draft.revision"),
			"version": saved.at("payload.draft.version")}}).is("payload.userErrors", []any{})
		newest.Store(int64(i + 2))
	}
	done.Store(true)
	readers.Wait()
}
