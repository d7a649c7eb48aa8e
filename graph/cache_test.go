package graph_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/respcache"
)

// newCachingServer returns a server with a response cache.
func newCachingServer(t *testing.T, database *dbtest.Database) *testServer {
	t.Helper()
	return openInstance(t, database, respcache.New(database.Store.Changes, time.Now, 1<<20))
}

const priceOfOne = `{ product(id: "1") { price { amount } } }`

// priceAt reads a whole price.
func (r reply) priceAt(path string) int64 {
	r.t.Helper()
	price, err := strconv.ParseFloat(fmt.Sprint(r.at(path)), 64)
	if err != nil {
		r.t.Error(err)
	}
	return int64(price)
}

func (d *testServer) setPrice(admin string, price int64) {
	d.t.Helper()
	d.must(admin, productUpdate, vars{"input": vars{"id": "1", "price": fmt.Sprint(price)}}).is("productUpdate.userErrors", []any{})
}

func TestTheSameAnswerCostsNothing(t *testing.T) {
	t.Parallel()
	d := newCachingServer(t, dbtest.New(t))
	token := d.register("ada@example.org")
	for _, c := range []struct {
		name, token, query string
		statements         int // for the second time
	}{
		{"a product", "", `{ product(id: "1") { name specs { title } reviews { nodes { rating } } } }`, 0},
		{"a list", "", `{ products(first: 3) { totalCount nodes { name } } teamMembers { name } milestones { title } }`, 0},
		{"a product, signed in", token, `{ product(id: "2") { name stock } }`, 0},
		{"an own review of a visitor", "", `{ product(id: "3") { myReview { rating } } }`, 0},
		{"an own review", token, `{ product(id: "3") { myReview { rating } } }`, 2},
		{"a cart", token, `{ cart { itemCount } product(id: "1") { name } }`, 2},
	} {
		d.must(c.token, c.query, nil)
		before := d.Statements(t)
		d.must(c.token, c.query, nil)
		if got := d.Statements(t) - before; got != c.statements {
			t.Errorf("%s takes %d statements the second time, want %d", c.name, got, c.statements)
		}
	}
}

// While an administrator changes a price all the time, nobody sees an older one after a newer one, whatever way he asks, and
// nobody orders at a stale one.
func TestNobodySeesAnOlderPriceAfterANewerOne(t *testing.T) {
	t.Parallel()
	shared := dbtest.New(t)
	here, elsewhere := newCachingServer(t, shared), newCachingServer(t, shared.Another(t))
	admin := here.admin("root@example.org")
	if _, err := here.SQL.Exec(`UPDATE products SET stock = 100000, is_preorder = false, coming_soon = false WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	here.setPrice(admin, 1000)
	buyers := here.buyers(2, map[int]int{1: 1})

	var newest atomic.Int64 // whose change was answered
	newest.Store(1000)
	var done atomic.Bool
	var wg sync.WaitGroup
	reader := func(name string, d *testServer, token string, atOnce bool, ask ...func() int64) {
		wg.Go(func() {
			var seen int64
			for i := 0; !done.Load(); i++ {
				least := newest.Load()
				price := ask[i%len(ask)]()
				if price < seen || atOnce && price < least {
					t.Errorf("%s sees %d after %d, when %d was set", name, price, seen, least)
					return
				}
				seen = price
			}
		})
	}
	detail := func(d *testServer) func() int64 {
		return func() int64 { return d.must("", priceOfOne, nil).priceAt("product.price.amount") }
	}
	list := func(d *testServer) func() int64 {
		return func() int64 {
			return d.must("", `{ products(first: 1, filter: {search: "`+here.nameOfOne()+`"}) { nodes { price { amount } } } }`, nil).
				priceAt("products.nodes.0.price.amount")
		}
	}
	for range 3 {
		reader("a reader of pages", here, "", true, detail(here), list(here))
	}
	reader("a reader elsewhere", elsewhere, "", false, detail(elsewhere))
	for i, token := range buyers {
		n := 0
		reader("a buyer", here, token, true, func() int64 {
			n++
			here.must(token, add, vars{"input": vars{"productId": "1"}})
			r := here.must(token, place, checkout(fmt.Sprintf("buyer-%d-%d", i, n), nil))
			return r.priceAt("orderPlace.order.orderItems.0.price.amount")
		})
	}
	for price := int64(1001); price <= 1060; price++ {
		here.setPrice(admin, price)
		newest.Store(price)
		here.must(admin, priceOfOne, nil).is("product.price.amount", fmt.Sprintf("%d.00", price))
	}
	done.Store(true)
	wg.Wait()
	within(t, soon, "the other process hears of the last price", func() bool { return detail(elsewhere)() == 1060 })
}

func (d *testServer) nameOfOne() (name string) {
	d.t.Helper()
	if err := d.SQL.QueryRow(`SELECT name FROM products WHERE id = 1`).Scan(&name); err != nil {
		d.t.Fatal(err)
	}
	return name
}

// soon is less than the 5 seconds after which a lost notification is made up for.
const soon = 4 * time.Second

func within(t *testing.T, most time.Duration, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(most); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %v", what, most)
		}
	}
}

// What is changed past every process, or taken by an order elsewhere, is heard of; a process that hears nothing keeps nothing.
func TestAnswersEndWithChangesOfOthers(t *testing.T) {
	t.Parallel()
	shared := dbtest.New(t)
	here, elsewhere := newCachingServer(t, shared), newCachingServer(t, shared.Another(t))
	var seen int64
	look := func() int64 {
		seen = here.must("", priceOfOne, nil).priceAt("product.price.amount")
		return seen
	}
	set := func(price int) {
		t.Helper()
		if _, err := shared.SQL.Exec(`UPDATE products SET price_minor = $1 WHERE id = 1`, price*100); err != nil {
			t.Fatal(err)
		}
	}
	look()
	set(77)
	within(t, soon, "a change by hand", func() bool { return look() == 77 })

	stock := func() string {
		return fmt.Sprint(here.must("", `{ product(id: "3") { stock } }`, nil).at("product.stock"))
	}
	was := stock()
	buyer := elsewhere.buyers(1, map[int]int{3: 1})[0]
	elsewhere.must(buyer, place, checkout("one", nil))
	if _, err := elsewhere.Store.Outbox.PublishEvents(t.Context()); err != nil {
		t.Fatal(err)
	}
	within(t, soon, "an order elsewhere", func() bool { return stock() != was })

	// The connection for notifications is lost: nothing that was kept is given, from the moment that is known.
	before, _ := here.Store.Changes()
	if _, err := shared.SQL.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND (query = '' OR query LIKE 'LISTEN%')`); err != nil { // it says nothing but that it is there
		t.Fatal(err)
	}
	within(t, 20*time.Second, "the loss is noticed", func() bool { now, known := here.Store.Changes(); return !known || now != before })
	set(88)
	if look(); seen != 88 {
		t.Errorf("a process that hears nothing shows %d", seen)
	}
	within(t, 20*time.Second, "it hears again", func() bool { _, known := here.Store.Changes(); return known })
	set(99)
	within(t, soon, "a change after that", func() bool { return look() == 99 })
}

func TestAnswersByGet(t *testing.T) {
	t.Parallel()
	d := newCachingServer(t, dbtest.New(t))
	token := d.register("ada@example.org")
	get := func(query, token, tag string) (*http.Response, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, d.url+"?"+url.Values{"query": {query}}.Encode(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		request.Header.Set("If-None-Match", tag)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response, string(body)
	}
	first, body := get(priceOfOne, "", "")
	tag := first.Header.Get("ETag")
	if first.StatusCode != http.StatusOK || tag == "" || first.Header.Get("Cache-Control") != "public, no-cache" || body == "" ||
		first.Header.Get("Vary") != "Accept" || first.Header.Get("Set-Cookie") != "" {
		t.Errorf("got %d %v %q", first.StatusCode, first.Header, body)
	}
	if again, body := get(priceOfOne, token, tag); again.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("the same again: %d %q", again.StatusCode, body)
	}
	d.setPrice(d.admin("root@example.org"), 4711)
	if changed, _ := get(priceOfOne, "", tag); changed.StatusCode != http.StatusOK || changed.Header.Get("ETag") == tag {
		t.Errorf("after a change: %d %v", changed.StatusCode, changed.Header)
	}
	for query, want := range map[string]string{
		`{ product(id: "1") { myReview { rating } } }`:                       "private, no-cache",
		`{ product(id: "1") { name } me { name } }`:                          "no-store",
		`{ product(id: "1") { reviews(first: 1000) { nodes { rating } } } }`: "no-store", // refused
	} {
		if r, body := get(query, "", ""); r.Header.Get("Cache-Control") != want {
			t.Errorf("%s has Cache-Control %q: %s", query, r.Header.Get("Cache-Control"), body)
		}
	}
	if own, _ := get(`{ product(id: "1") { myReview { rating } } }`, token, ""); own.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("an own review has Cache-Control %q", own.Header.Get("Cache-Control"))
	}
}
