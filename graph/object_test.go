package graph_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// Answers are sent in one piece, which @defer allows.
func TestDeferredFieldsComeWithTheOthers(t *testing.T) {
	d := newServer(t)
	r := d.must("", `{ product(id: "1") { id ... @defer { name reviews(first: 1) { totalCount } } } }`, nil)
	r.is("product.id", "1")
	r.is("product.reviews.totalCount", 1)
	if r.at("product.name") == nil {
		t.Error("no name")
	}
}

func TestAFieldComesOnceThoughItIsAskedOfAUnionAndOfItsType(t *testing.T) {
	d := newServer(t)
	body := `{"query":"{ answers(question: \"arm\", first: 1) { source { __typename ... on Product { __typename id } ... on FaqEntry { __typename id } } } }"}`
	response, err := http.Post(d.url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "__typename"); n != 1 {
		t.Errorf("%d times in %s", n, text)
	}
}
