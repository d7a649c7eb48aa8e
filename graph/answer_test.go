package graph_test

import (
	"strings"
	"testing"
)

const answersQuery = `query ($q: String!, $first: Int) { answers(question: $q, first: $first) { title text source {
	... on Product { id name reviews(first: 1) { nodes { name } } } ... on FaqEntry { id topic question } } } }`

func TestAnswers(t *testing.T) {
	d := newServer(t)
	r := d.must("", answersQuery, vars{"q": "What is the payload of the fixed arm?"})
	r.is("answers.0.title", "Six-Axis Fixed Arm")
	r.is("answers.0.source.id", "3")
	if text := r.at("answers.0.text").(string); !strings.HasPrefix(text, "Payload: 6 kg") {
		t.Errorf("the payload is %q", text)
	}
	r = d.must("", answersQuery, vars{"q": "shipping cost"})
	r.is("answers.0.source.topic", "PRODUCTS")
	r.is("answers.0.source.question", "What do tax and shipping cost?")
	if found := d.must("", answersQuery, vars{"q": "teleportation"}).at("answers").([]any); len(found) != 0 {
		t.Errorf("teleportation answers %v", found)
	}

	for code, bad := range map[string]vars{
		"REQUIRED": {"q": " "}, "TOO_LONG": {"q": strings.Repeat("x", 301)}, "OUT_OF_RANGE": {"q": "x", "first": 11},
	} {
		if got := d.ask("", answersQuery, bad).code(); got != code {
			t.Errorf("%v gets %s, want %s", bad, got, code)
		}
	}

	// The passages, their products, the reviews of these.
	for _, first := range []int{1, 5, 10} {
		before := d.Statements(t)
		d.must("", answersQuery, vars{"q": "payload", "first": first})
		if got := d.Statements(t) - before; got != 3 {
			t.Errorf("%d answers take %d statements, want 3", first, got)
		}
	}
}
