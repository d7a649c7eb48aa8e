package graph_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	reviewList = `query ($filter: ReviewFilter, $first: Int! = 20) { reviews(filter: $filter, first: $first) {
		totalCount nodes { id name rating comment hidden product { id name } } } }`
	reviewHide = `mutation ($id: ID!, $hidden: Boolean!) { reviewHide(input: {id: $id, hidden: $hidden}) {
		review { id hidden product { rating numOfReviews } } userErrors { message code field } } }`
	ratingOf = `{ product(id: "3") { rating numOfReviews reviews { totalCount nodes { comment hidden } } myReview { comment hidden } } }`
)

// A hidden review counts nowhere, and nobody but its writer and administrators sees it.
func TestReviewsAreHidden(t *testing.T) {
	d := newServer(t)
	if _, err := d.SQL.Exec(`DELETE FROM reviews; UPDATE products SET rating_sum = 0, rating_count = 0`); err != nil {
		t.Fatal(err)
	}
	admin, ada, eve := d.admin("root@example.org"), d.register("ada@example.org"), d.register("eve@example.org")
	d.must(ada, review, opinion("3", 5, "Strong."))
	d.Clock.Advance(time.Minute)
	id := d.must(eve, review, opinion("3", 1, "Buy pills")).at("productReview.review.id")

	for range 2 { // the second time changes nothing
		r := d.must(admin, reviewHide, vars{"id": id, "hidden": true})
		r.is("reviewHide.review.hidden", true)
		r.is("reviewHide.review.product.rating", 5)
		r.is("reviewHide.review.product.numOfReviews", 1)
	}
	for who, token := range map[string]string{"a visitor": "", "a customer": ada, "its writer": eve} {
		r := d.must(token, ratingOf, nil)
		r.is("product.rating", 5)
		r.is("product.reviews.totalCount", 1)
		if got := r.at("product.reviews.nodes").([]any); len(got) != 1 {
			t.Errorf("%s sees %v", who, got)
		}
	}
	d.must(eve, ratingOf, nil).is("product.myReview.hidden", true)

	// Its writer may go on writing; that brings it back to nobody.
	r := d.must(eve, review, opinion("3", 2, "Buy more pills"))
	r.is("productReview.review.hidden", nil) // not asked for
	r.is("productReview.product.rating", 5)
	r.is("productReview.product.numOfReviews", 1)

	_, secret := d.key(admin, "WRITE_CONTENT")
	r = d.must(secret, reviewHide, vars{"id": id, "hidden": false})
	r.is("reviewHide.review.product.rating", 3.5)
	r.is("reviewHide.review.product.numOfReviews", 2)
	d.must("", ratingOf, nil).is("product.reviews.nodes.0.comment", "Buy more pills")

	for _, unknown := range []string{noSuchID, "x"} {
		d.must(admin, reviewHide, vars{"id": unknown, "hidden": true}).gone("reviewHide", "Review not found")
	}
	for token, want := range map[string]string{"": "UNAUTHENTICATED", eve: "FORBIDDEN"} {
		for _, refused := range []reply{d.ask(token, reviewList, nil), d.ask(token, reviewHide, vars{"id": id, "hidden": true})} {
			if refused.code() != want {
				t.Errorf("code %s, want %s", refused.code(), want)
			}
		}
	}

	var told string
	if err := d.SQL.QueryRow(`SELECT string_agg(kind || ' ' || (data ->> 'productId'), ', ' ORDER BY sequence) FROM events WHERE object_id = $1`,
		id).Scan(&told); err != nil {
		t.Fatal(err)
	}
	if told != "review.written 3, review.hidden 3, review.written 3, review.shown 3" {
		t.Errorf("told %s", told)
	}
	r = d.must(admin, auditEntries, vars{"filter": vars{"object": "REVIEW", "objectId": id}})
	r.is("auditEntries.nodes.0.changes.0.name", "hidden")
	r.is("auditEntries.nodes.0.changes.0.after", "false")
}

func TestReviewsAreFound(t *testing.T) {
	d := newServer(t)
	if _, err := d.SQL.Exec(`DELETE FROM reviews; UPDATE products SET rating_sum = 0, rating_count = 0`); err != nil {
		t.Fatal(err)
	}
	admin := d.admin("root@example.org")
	for i := range 5 {
		d.Clock.Advance(time.Minute)
		writer := d.register(fmt.Sprintf("person%d@example.org", i))
		d.must(writer, review, opinion(fmt.Sprint(1+i%2), 1+i, fmt.Sprintf("Opinion %d of 100%%", i)))
	}
	hidden := d.must(admin, reviewList, nil).at("reviews.nodes.0.id")
	d.must(admin, reviewHide, vars{"id": hidden, "hidden": true})
	for name, c := range map[string]struct {
		filter vars
		want   int
	}{
		"all": {vars{}, 5}, "hidden": {vars{"hidden": true}, 1}, "shown": {vars{"hidden": false}, 4}, "a rating": {vars{"rating": 3}, 1},
		"a product": {vars{"productId": "2"}, 2}, "no product": {vars{"productId": "x"}, 0}, "a text": {vars{"search": " oPINION 2 "}, 1},
		"a name": {vars{"search": "test person"}, 5}, "a sign of patterns": {vars{"search": "100%"}, 5}, "no text": {vars{"search": "_pinion"}, 0},
		"nothing": {vars{"search": " "}, 5}, "all at once": {vars{"hidden": true, "productId": "1", "rating": 5, "search": "4"}, 1},
	} {
		r := d.must(admin, reviewList, vars{"filter": c.filter})
		if got := r.at("reviews.nodes").([]any); len(got) != c.want || fmt.Sprint(r.at("reviews.totalCount")) != fmt.Sprint(c.want) {
			t.Errorf("%s: %d of %v, want %d", name, len(got), r.at("reviews.totalCount"), c.want)
		}
	}
	r := d.must(admin, reviewList, nil)
	r.is("reviews.nodes.0.comment", "Opinion 4 of 100%")
	r.is("reviews.nodes.0.product.name", "Robotic Arm with Linear Rail")
	r.is("reviews.nodes.0.name", "Test Person")

	count := func(first int) int {
		before := d.Statements(t)
		d.must(admin, `query ($first: Int!) { reviews(first: $first) { nodes { product { name } } } }`, vars{"first": first})
		return d.Statements(t) - before
	}
	if one, five := count(1), count(5); one != five {
		t.Errorf("one review takes %d statements, five take %d", one, five)
	}
	for sort, want := range map[string]string{"NEWEST": "4 2 0", "OLDEST": "0 2 4"} {
		got := strings.NewReplacer("Opinion ", "", " of 100%", "").Replace(d.listed(admin, "reviews", sort, vars{"productId": "1"}))
		if got != want {
			t.Errorf("%s: %s, want %s", sort, got, want)
		}
	}
}

// Writing, hiding and showing at once leave the rating that the shown reviews make.
func TestReviewsHiddenAtOnce(t *testing.T) {
	d := newServer(t)
	if _, err := d.SQL.Exec(`DELETE FROM reviews; UPDATE products SET rating_sum = 0, rating_count = 0`); err != nil {
		t.Fatal(err)
	}
	admin := d.admin("root@example.org")
	var wg sync.WaitGroup
	for i := range 6 {
		writer := d.register(fmt.Sprintf("person%d@example.org", i))
		id := d.must(writer, review, opinion("3", 1+i%5, "")).at("productReview.review.id")
		for round := range 3 {
			wg.Go(func() { d.ask(writer, review, opinion("3", 1+(i+round)%5, "")) })
			wg.Go(func() { d.ask(admin, reviewHide, vars{"id": id, "hidden": round%2 == i%2}) })
		}
	}
	wg.Wait()
	var fits bool
	if err := d.SQL.QueryRow(`SELECT p.rating_count = count(r.id) AND p.rating_sum = coalesce(sum(r.rating), 0) FROM products p
		LEFT JOIN reviews r ON r.product_id = p.id AND NOT r.hidden WHERE p.id = 3 GROUP BY p.id`).Scan(&fits); err != nil || !fits {
		t.Errorf("the rating does not fit what is shown (%v)", err)
	}
}
