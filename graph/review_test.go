package graph_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

const review = `mutation ($input: ProductReviewInput!) { productReview(input: $input) {
	product { id rating numOfReviews reviews { totalCount nodes { name rating comment } } }
	review { id name rating comment createdAt } userErrors { message code field } } }`

func opinion(product string, rating int, comment string) vars {
	return vars{"input": vars{"productId": product, "rating": rating, "comment": comment}}
}

func TestProductReview(t *testing.T) {
	d := newServer(t)
	ada, eve := d.register("ada@example.org"), d.register("eve@example.org")
	if _, err := d.SQL.Exec(`DELETE FROM reviews WHERE product_id = 3; UPDATE products SET rating_sum = 0, rating_count = 0 WHERE id = 3`); err != nil {
		t.Fatal(err)
	}

	r := d.must(ada, review, opinion("3", 5, "  Strong. "))
	r.is("productReview.review.name", "Test Person")
	r.is("productReview.review.comment", "Strong.")
	r.is("productReview.review.createdAt", "2026-03-02T09:00:00Z")
	r.is("productReview.product.rating", 5)
	r.is("productReview.product.numOfReviews", 1)
	r.is("productReview.product.reviews.nodes.0.comment", "Strong.")
	first := r.at("productReview.review.id")

	r = d.must(eve, review, opinion("3", 2, ""))
	r.is("productReview.product.rating", 3.5)
	r.is("productReview.product.numOfReviews", 2)

	// Writing again edits, with the name that the account has by then.
	if _, err := d.SQL.Exec(`UPDATE users SET name = 'Ada King' WHERE email = 'ada@example.org'`); err != nil {
		t.Fatal(err)
	}
	r = d.must(ada, review, opinion("3", 3, "Weaker than I thought."))
	r.is("productReview.review.id", first)
	r.is("productReview.review.name", "Ada King")
	r.is("productReview.product.rating", 2.5)
	r.is("productReview.product.numOfReviews", 2)
	r.is("productReview.product.reviews.totalCount", 2)
	r = d.must("", `{ product(id: "3") { rating numOfReviews } }`, nil)
	r.is("product.rating", 2.5)
	r.is("product.numOfReviews", 2)
}

// Each mutation of a document shows what it has left, not what the one before has read.
func TestReviewsOfOneDocument(t *testing.T) {
	d := newServer(t)
	const twice = `mutation { first: productReview(input: {productId: "3", rating: 1, comment: "Before."}) { ...after }
		second: productReview(input: {productId: "3", rating: 4, comment: "After."}) { ...after } }
		fragment after on ProductReviewPayload { product { myReview { comment } reviews(first: 1) { nodes { comment } } } }`
	r := d.must(d.register("ada@example.org"), twice, nil)
	for field, want := range map[string]string{"first": "Before.", "second": "After."} {
		r.is(field+".product.myReview.comment", want)
		r.is(field+".product.reviews.nodes.0.comment", want)
	}
}

func TestMyReview(t *testing.T) {
	d := newServer(t)
	ada := d.register("ada@example.org")
	d.must(ada, review, opinion("3", 5, "Strong."))
	const query = `{ products(first: 10) { nodes { id myReview { rating comment } } } }`
	before := d.Statements(t)
	r := d.must(ada, query, nil)
	// The page, the reviews; the session is known.
	if got := d.Statements(t) - before; got != 2 {
		t.Errorf("own reviews of a page take %d statements, want 2", got)
	}
	r.is("products.nodes.0.myReview", nil)
	r.is("products.nodes.2.myReview.rating", 5)
	r.is("products.nodes.2.myReview.comment", "Strong.")
	for who, token := range map[string]string{"a visitor": "", "somebody else": d.register("eve@example.org")} {
		if got := d.must(token, query, nil).at("products.nodes.2.myReview"); got != nil {
			t.Errorf("%s sees %v as the own review", who, got)
		}
	}
}

func TestProductReviewRefuses(t *testing.T) {
	d := newServer(t)
	token := d.register("ada@example.org")
	for _, c := range []struct {
		name, product string
		rating        int
		comment       string
		code, field   string
	}{
		{"unknown", "99", 5, "", "NOT_FOUND", "productId"},
		{"unlisted", "11", 5, "", "NOT_FOUND", "productId"},
		{"no number", "x", 5, "", "NOT_FOUND", "productId"},
		{"too low", "3", 0, "", "OUT_OF_RANGE", "rating"},
		{"too high", "3", 6, "", "OUT_OF_RANGE", "rating"},
		{"too long", "3", 5, strings.Repeat("x", 2001), "TOO_LONG", "comment"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := d.must(token, review, opinion(c.product, c.rating, c.comment))
			r.is("productReview.review", nil)
			r.is("productReview.userErrors.0.code", c.code)
			r.is("productReview.userErrors.0.field.0", c.field)
		})
	}
	if code := d.ask("", review, opinion("3", 5, "")).code(); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor gets %s", code)
	}
}

// Twenty people write and edit at once, each twice at the same time; nothing is counted twice or lost.
func TestReviewsAtOnce(t *testing.T) {
	d := newServer(t)
	if _, err := d.SQL.Exec(`DELETE FROM reviews WHERE product_id = 1; UPDATE products SET rating_sum = 0, rating_count = 0 WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	tokens := make([]string, 20)
	for i := range tokens {
		tokens[i] = d.register(fmt.Sprintf("person%d@example.org", i))
	}
	var wg sync.WaitGroup
	for round := range 3 {
		for i, token := range tokens {
			for _, rating := range []int{1 + (i+round)%5, 1 + (i+round+2)%5} {
				wg.Go(func() {
					r := d.again(token, review, opinion("1", rating, ""))
					if len(r.Errors) > 0 {
						t.Errorf("refused: %+v", r.Errors)
					}
				})
			}
		}
	}
	wg.Wait()
	var sum, count, reviews, total int
	if err := d.SQL.QueryRow(`SELECT p.rating_sum, p.rating_count, count(r.id), sum(r.rating) FROM products p JOIN reviews r ON r.product_id = p.id
		WHERE p.id = 1 GROUP BY p.id`).Scan(&sum, &count, &reviews, &total); err != nil {
		t.Fatal(err)
	}
	if count != 20 || reviews != 20 || sum != total {
		t.Errorf("the product counts %d of %d reviews and a sum of %d, they make %d", count, reviews, sum, total)
	}
}
