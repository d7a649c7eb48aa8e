package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
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
