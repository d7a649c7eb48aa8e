package main

import (
	"fmt"
	"strings"

	"orrery/bench/load"
	"orrery/bench/wares"
)

// question is a kind of request that is sent to both shops, with different parameters each time.
type question struct {
	name    string
	needs   data
	limit   float64 // of the ratio of the large to the small shop; 0: none
	request request
}

// request builds the i-th request of a question in buffer.
type request func(s *shop, buffer []byte, i int) load.Request

// data is what a question needs besides products.
type data int

const (
	words data = iota + 1
	orders
)

const (
	normalLimit = 1.3
	searchLimit = 3
	// lastOffset is the largest offset that page numbers can reach.
	lastOffset = 10_000
)

var questions = []question{
	{"W1, 12 of a category with its total", 0, normalLimit, requestOf(wares.List, func(s *shop, i int) wares.Params {
		return s.shelf.Different(wares.List, i)
	})},
	{"W1 at the far end, by cursor", 0, normalLimit, requestOf(wares.List, func(s *shop, i int) wares.Params {
		return s.shelf.Deep(i)
	})},
	{"W1 far away, by page number", 0, 0, byNumber},
	{"W2, a product", 0, normalLimit, requestOf(wares.Detail, func(s *shop, i int) wares.Params {
		return s.shelf.Different(wares.Detail, i)
	})},
	{"W3, a word of some hundred products", words, searchLimit, requestOf(wares.Search,
		func(s *shop, i int) wares.Params { return s.shelf.Different(wares.Search, i) })},
	{"W3, a word of every 24th product", words, searchLimit, requestOf(wares.Search, func(s *shop, i int) wares.Params {
		w := s.shelf.Repeated(wares.Search, i)
		// The small shop has some forty matches, enough for a page of 12 behind each of 25 offsets.
		w.Alias, w.Skip, w.Want = fmt.Sprint("round", i/25), i%25, ""
		return w
	})},
	{"W4, into the cart", 0, normalLimit, requestOf(wares.Add, func(s *shop, i int) wares.Params {
		return s.shelf.Repeated(wares.Add, i)
	})},
	{"a customer's newest orders", orders, normalLimit, newestOrders},
}

func requestOf(work wares.Work, of func(s *shop, i int) wares.Params) request {
	return func(s *shop, buffer []byte, i int) load.Request { return s.graph.Request(buffer, work, of(s, i)) }
}

// byNumber requests the last pages that a page number can reach, across all categories: around the 834th in the large
// shop and the 80th in the small one.
func byNumber(s *shop, buffer []byte, i int) load.Request {
	body := fmt.Sprintf(`{"query":"query Page($offset: Int) { round%d: products(first: 12, offset: $offset) `+
		`{ totalCount nodes { id name
		price { amount } stock rating image { url } } } }","variables":{"offset":%d}}`,
		i/50, min(lastOffset, s.size-wares.PageSize)-i%50)
	return wares.Post(buffer, s.graph.Address, "/graphql", "", strings.ReplaceAll(body, "\n\t\t", " "),
		wares.Params{IDs: wares.PageSize})
}

// ownOrders is a statement that assigns ten of the orders to each of the 64 buyers.
const ownOrders = `UPDATE orders SET user_id = md5('customer' || i % 64 + 1)::uuid
	FROM (SELECT id AS own, row_number() OVER () AS i FROM orders LIMIT 640) AS few WHERE id = own`

func newestOrders(s *shop, buffer []byte, i int) load.Request {
	const body = `{"query":"{ me { orders(first: 10) { nodes { number status totalPrice { amount } ` +
		`orderItems { productName quantity } } } } }"}`
	return wares.Post(buffer, s.graph.Address, "/graphql",
		"Authorization: Bearer "+s.graph.Tokens[i%wares.Buyers]+"\r\n", body,
		wares.Params{Want: `"number":"OR-`})
}
