package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	faqList    = `query ($topic: FaqTopic) { faqEntries(topic: $topic) { id topic question } }`
	faqCreate  = `mutation ($input: FaqEntryCreateInput!) { faqEntryCreate(input: $input) { faqEntry { id topic question answer } userErrors { code field } } }`
	faqUpdate  = `mutation ($input: FaqEntryUpdateInput!) { faqEntryUpdate(input: $input) { faqEntry { id topic question answer } userErrors { message code field } } }`
	faqDelete  = `mutation ($id: ID!) { faqEntryDelete(input: {id: $id}) { deletedId userErrors { message code field } } }`
	faqReorder = `mutation ($input: FaqEntriesReorderInput!) { faqEntriesReorder(input: $input) { faqEntries { id } userErrors { code field } } }`
)

// questions are the identifiers of a topic's questions in their order.
func (d *testServer) questions(topic string) (ids []string) {
	d.t.Helper()
	for _, one := range d.must("", faqList, vars{"topic": topic}).at("faqEntries").([]any) {
		ids = append(ids, one.(map[string]any)["id"].(string))
	}
	return ids
}

func TestFaqIsKept(t *testing.T) {
	d := newServer(t)
	admin, user := d.admin("root@example.org"), d.register("ada@example.org")
	before := d.questions("CONTACT")
	r := d.must(admin, faqCreate, vars{"input": vars{"topic": "CONTACT", "question": " Where do you park? ", "answer": "Behind the house."}})
	r.is("faqEntryCreate.faqEntry.question", "Where do you park?")
	id := r.at("faqEntryCreate.faqEntry.id").(string)
	if got := d.questions("CONTACT"); !slices.Equal(got, append(slices.Clone(before), id)) {
		t.Errorf("the new question is not the last: %v", got)
	}

	// The chat knows at once.
	const answers = `{ answers(question: "where do you park", first: 1) { text } }`
	if said := fmt.Sprint(d.must("", answers, nil).Data); !strings.Contains(said, "Behind the house.") {
		t.Errorf("the chat says %s", said)
	}

	r = d.must(admin, faqUpdate, vars{"input": vars{"id": id, "answer": "In front of it."}})
	r.is("faqEntryUpdate.faqEntry.question", "Where do you park?")
	r.is("faqEntryUpdate.faqEntry.answer", "In front of it.")
	first := before[0]
	d.must(admin, faqUpdate, vars{"input": vars{"id": first, "topic": "CONTACT"}}) // where it is
	if got := d.questions("CONTACT"); got[0] != first {
		t.Errorf("a change without another topic moves the question: %v", got)
	}
	d.must(admin, faqUpdate, vars{"input": vars{"id": first, "topic": "RESOURCES"}}).is("faqEntryUpdate.faqEntry.topic", "RESOURCES")
	if got := d.questions("RESOURCES"); got[len(got)-1] != first {
		t.Errorf("in another topic a question is not the last: %v", got)
	}

	order := d.questions("CONTACT")
	slices.Reverse(order)
	r = d.must(admin, faqReorder, vars{"input": vars{"topic": "CONTACT", "ids": order}})
	r.is("faqEntriesReorder.faqEntries.0.id", id)
	if got := d.questions("CONTACT"); !slices.Equal(got, order) {
		t.Errorf("the order is %v, want %v", got, order)
	}
	for name, ids := range map[string][]string{"one too few": order[1:], "one of another topic": append(slices.Clone(order), first), "none": {},
		"one twice": append(slices.Clone(order[1:]), order[1]), "one that there can't be": append(slices.Clone(order[1:]), "x")} {
		r = d.must(admin, faqReorder, vars{"input": vars{"topic": "CONTACT", "ids": ids}})
		r.is("faqEntriesReorder.faqEntries", nil)
		r.is("faqEntriesReorder.userErrors.0.code", "CONFLICT")
		r.is("faqEntriesReorder.userErrors.0.field.0", "ids")
		if got := d.questions("CONTACT"); !slices.Equal(got, order) {
			t.Errorf("%s: the order is %v", name, got)
		}
	}

	r = d.must(admin, faqCreate, vars{"input": vars{"topic": "CONTACT", "question": " ", "answer": strings.Repeat("x", 5001)}})
	r.is("faqEntryCreate.faqEntry", nil)
	r.is("faqEntryCreate.userErrors.0.code", "REQUIRED")
	r.is("faqEntryCreate.userErrors.1.code", "TOO_LONG")
	d.must(admin, faqUpdate, vars{"input": vars{"id": id, "question": ""}}).is("faqEntryUpdate.userErrors.0.field.0", "question")

	if code := d.ask(user, faqDelete, vars{"id": id}).code(); code != "FORBIDDEN" {
		t.Errorf("a customer gets %s", code)
	}
	_, secret := d.key(admin, "WRITE_CONTENT")
	d.must(secret, faqDelete, vars{"id": id}).is("faqEntryDelete.deletedId", id)
	for _, gone := range []string{id, "x"} {
		d.must(admin, faqDelete, vars{"id": gone}).gone("faqEntryDelete", "Question not found")
		d.must(admin, faqUpdate, vars{"input": vars{"id": gone}}).gone("faqEntryUpdate", "Question not found")
	}
	d.must(admin, auditEntries, vars{"filter": vars{"object": "FAQ_ENTRY", "objectId": id}}).is("auditEntries.nodes.0.action", "DELETED")
}

const (
	editedFaq = `{ revision version entries { id topic question answer } published { question } changes { name before after } errors { field code }
		planned { version } author }`
	faqPayload = `{ draft ` + editedFaq + ` userErrors { field code message } } }`
	faqDraft   = `{ faqDraft ` + editedFaq + ` }`
	faqSave    = `mutation ($input: FaqDraftSaveInput!) { payload: faqDraftSave(input: $input) ` + faqPayload
	faqPublish = `mutation ($input: FaqDraftPublishInput!) { payload: faqDraftPublish(input: $input) ` + faqPayload
	faqDiscard = `mutation ($input: FaqDraftDiscardInput!) { payload: faqDraftDiscard(input: $input) ` + faqPayload
	faqRestore = `mutation ($input: FaqVersionRestoreInput!) { payload: faqVersionRestore(input: $input) ` + faqPayload
)

func TestFaqIsDrafted(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	draft := d.must(admin, faqDraft, nil)
	draft.is("faqDraft.revision", 0)
	draft.is("faqDraft.version", 1)
	draft.is("faqDraft.changes", []any{})
	entries := draft.at("faqDraft.entries").([]any)
	first := entries[0].(map[string]any)
	first["answer"] = ""
	save := func(revision int, entries ...any) reply {
		t.Helper()
		return d.must(admin, faqSave, vars{"input": vars{"revision": revision, "entries": append([]any{}, entries...)}})
	}
	seen := func() string {
		t.Helper()
		all := d.must("", `{ faqEntries { question } }`, nil).at("faqEntries").([]any)
		return fmt.Sprint(len(all), " ", all[0].(map[string]any)["question"])
	}
	r := save(0, append(entries, vars{"topic": "CONTACT", "question": " New? ", "answer": "Yes."})...)
	r.is("payload.userErrors", []any{})
	r.is("payload.draft.revision", 1)
	r.is("payload.draft.errors", []any{map[string]any{"field": []any{"entries", "0", "answer"}, "code": "REQUIRED"}})
	r.is("payload.draft.changes.1.name", " New? ")
	r.is("payload.draft.author", "Test Person")
	if got := d.must(admin, faqPublish, vars{"input": vars{"revision": 1, "version": 1}}).refusals("payload.userErrors"); got != "entries.0.answer REQUIRED" {
		t.Errorf("published with errors: %s", got)
	}
	if got := save(0).refusals("payload.userErrors"); got != "revision CONFLICT" {
		t.Errorf("an older revision gives %s", got)
	}
	if got := save(1, vars{"id": "x", "topic": "CONTACT", "question": "Q", "answer": "A"}).refusals("payload.userErrors"); got != "entries.0.id INVALID" {
		t.Errorf("a bad ID gives %s", got)
	}
	save(1, vars{"topic": "CONTACT", "question": "Alone?", "answer": "Yes."}).is("payload.draft.entries.0.question", "Alone?")
	before := seen()
	later := d.Clock.Now().Add(48 * time.Hour).Format(time.RFC3339)
	r = d.must(admin, faqPublish, vars{"input": vars{"revision": 2, "version": 1, "validFrom": later}})
	r.is("payload.draft.version", 2)
	r.is("payload.draft.planned.version", 2)
	if got := seen(); got != before {
		t.Errorf("a planned version is shown: %s", got)
	}
	d.Clock.Advance(48 * time.Hour)
	if got := seen(); got != "1 Alone?" {
		t.Errorf("at its time %s is shown", got)
	}
	d.must(admin, faqRestore, vars{"input": vars{"restore": 1, "revision": 3}}).is("payload.draft.revision", 4)
	if got := d.must(admin, faqRestore, vars{"input": vars{"restore": 7, "revision": 4}}).refusals("payload.userErrors"); got != "restore NOT_FOUND" {
		t.Errorf("an unknown version gives %s", got)
	}
	d.must(admin, faqDiscard, vars{"input": vars{"revision": 4}}).is("payload.draft.changes", []any{})
	r = d.must(admin, `{ faqVersions(first: 1) { totalCount pageInfo { hasNextPage endCursor } nodes { version state author } } }`, nil)
	r.is("faqVersions.totalCount", 2)
	r.is("faqVersions.nodes.0.state", "CURRENT")
	r.is("faqVersions.nodes.0.author", "Test Person")
	d.must(admin, `query ($after: String) { faqVersions(after: $after) { nodes { version } } }`, vars{"after": r.at("faqVersions.pageInfo.endCursor")}).
		is("faqVersions.nodes.0.version", 1)
}

func TestFaqIsSearched(t *testing.T) {
	d := newServer(t)
	const search = `query ($topic: FaqTopic, $search: String) { faqEntries(topic: $topic, search: $search) { question } }`
	for text, want := range map[string][]string{
		"warranty":                 {"What warranty do I get?"},
		"warr":                     {"What warranty do I get?"},
		"How long is the warranty": {"What warranty do I get?"},
		"RETURNING":                {"Can I return a product?"},
		"pay":                      {"How do I pay for an order?"},
		"arrive after payment":     {"When does my order arrive?"},
		"order status":             {"Where do I see the status of my order, and its invoice?"},
		"invoice":                  {"Where do I see the status of my order, and its invoice?"},
		"change delivery address":  {"Can I change the delivery address?"},
		"how to return":            {"Can I return a product?"},
		"refund":                   {"Can I return a product?"},
		"money back":               {"Can I return a product?"},
		"lawn mower":               nil,
		"the of":                   nil,
		"'; :* & | ! <-> ( \\":     nil,
	} {
		var found []string
		for _, one := range d.must("", search, vars{"search": text}).at("faqEntries").([]any) {
			found = append(found, one.(map[string]any)["question"].(string))
		}
		if len(want) == 0 && len(found) > 0 || len(want) > 0 && (len(found) == 0 || found[0] != want[0]) {
			t.Errorf("%q finds %q, want %q", text, found, want)
		}
	}

	count := func(values vars) int { return len(d.must("", search, values).at("faqEntries").([]any)) }
	if all, blank := count(nil), count(vars{"search": " "}); all != 19 || blank != all {
		t.Errorf("%d entries, of which a blank search finds %d", all, blank)
	}
	if n := count(vars{"search": "warranty", "topic": "CONTACT"}); n != 0 {
		t.Errorf("a search in another topic finds %d entries", n)
	}
	if n := count(vars{"search": strings.Repeat("é", 200)}); n != 0 {
		t.Errorf("200 letters find %d entries", n)
	}
	refused := d.ask("", search, vars{"search": strings.Repeat("é", 201)})
	if said := fmt.Sprint(refused.Errors); !strings.Contains(said, "Search") || !strings.Contains(said, "200") {
		t.Errorf("201 letters: %s", said)
	}

	if _, err := d.SQL.Exec(`INSERT INTO faq_entries (id, topic, position, question, answer)
		SELECT gen_random_uuid(), 'contact', 100 + n, 'Question ' || n, 'On zebras.' FROM generate_series(1, 25) n`); err != nil {
		t.Fatal(err)
	}
	if n := count(vars{"search": "zebra"}); n != 20 {
		t.Errorf("a search finds %d entries, want 20", n)
	}
}
