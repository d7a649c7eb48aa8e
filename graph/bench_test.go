package graph_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// BenchmarkHandler answers what the pages ask for most, from the bytes of the request to those of the answer, on a real database.
func BenchmarkHandler(b *testing.B) {
	const card = `{ id name price { amount } stock rating image { url } }`
	d := newServer(b)
	token := d.register("bench@example.org")
	for _, c := range []struct {
		name, token, document string
		variables             vars
	}{
		{"list", "", `query ($category: String!) { products(filter: {category: $category}) { totalCount nodes ` + card + ` } }`, vars{"category": "industrial"}},
		{"detail", "", `query ($id: ID!) { product(id: $id) { id name description price { amount } stock rating image { url } category tags
			specs { title items { label value } } } }`, vars{"id": "1"}},
		{"search", "", `query ($term: String!) { products(filter: {search: $term}) { nodes ` + card + ` } }`, vars{"term": "arm"}},
		{"add", token, `mutation ($id: ID!) { cartItemAdd(input: {productId: $id}) { cart { total { amount } items { productId name quantity } }
			userErrors { message } } }`, vars{"id": "1"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			body, err := json.Marshal(map[string]any{"query": c.document, "variables": c.variables})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				request := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(string(body)))
				request.Header.Set("Content-Type", "application/json")
				if c.token != "" {
					request.Header.Set("Authorization", "Bearer "+c.token)
				}
				answer := httptest.NewRecorder()
				d.handler.ServeHTTP(answer, request)
				if answer.Code != http.StatusOK || strings.Contains(answer.Body.String(), `"errors"`) {
					b.Fatalf("%d: %s", answer.Code, answer.Body)
				}
			}
		})
	}
}
