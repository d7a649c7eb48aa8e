package main

import (
	"fmt"
	"strings"

	"orrery/bench/load"
	"orrery/bench/wares"
)

// question is asked of both shops, with other wishes each time.
type question struct {
	name    string
	limit   float64 // of the growth; 0: none
	request func(s *shop, buffer []byte, i int) load.Request
}

const (
	little = 1.3
	search = 3
	// lastOffset is how far pages with numbers go.
	lastOffset = 10_000
)

var questions = []question{
	{"W1, 12 of a category with its total", little, wish(wares.List, func(s *shop, i int) wares.Wish { return s.shelf.Different(wares.List, i) })},
	{"W1 at the far end, by cursor", little, wish(wares.List, func(s *shop, i int) wares.Wish { return s.shelf.Deep(i) })},
	{"W1 far away, by page number", 0, byNumber},
	{"W2, a product", little, wish(wares.Detail, func(s *shop, i int) wares.Wish { return s.shelf.Different(wares.Detail, i) })},
	{"W3, a word of some hundred products", search, wish(wares.Search, func(s *shop, i int) wares.Wish { return s.shelf.Different(wares.Search, i) })},
	{"W3, a word of every 24th product", search, wish(wares.Search, func(s *shop, i int) wares.Wish {
		w := s.shelf.Repeated(wares.Search, i)
		w.Alias, w.Skip, w.Want = fmt.Sprint("round", i/25), i%25, "" // the small shop has some forty of them
		return w
	})},
	{"W4, into the cart", little, wish(wares.Add, func(s *shop, i int) wares.Wish { return s.shelf.Repeated(wares.Add, i) })},
	{"a customer's newest orders", little, newestOrders},
}

func wish(work wares.Work, of func(s *shop, i int) wares.Wish) func(s *shop, buffer []byte, i int) load.Request {
	return func(s *shop, buffer []byte, i int) load.Request { return s.graph.Request(buffer, work, of(s, i)) }
}

// byNumber asks for the last pages that have a number, all categories together: the 834th of the large shop, the 80th of the small one.
func byNumber(s *shop, buffer []byte, i int) load.Request {
	body := fmt.Sprintf(`{"query":"query Page($offset: Int) { round%d: products(first: 12, offset: $offset) { totalCount nodes { id name
		price { amount } stock rating image { url } } } }","variables":{"offset":%d}}`, i/50, min(lastOffset, s.size-wares.PageSize)-i%50)
	return wares.Post(buffer, s.graph.Address, "/graphql", "", strings.ReplaceAll(body, "\n\t\t", " "), wares.Wish{IDs: wares.PageSize})
}

// ownOrders gives each of the 64 buyers ten of the orders.
const ownOrders = `UPDATE orders SET user_id = md5('customer' || i % 64 + 1)::uuid
	FROM (SELECT id AS own, row_number() OVER () AS i FROM orders LIMIT 640) AS few WHERE id = own`

func newestOrders(s *shop, buffer []byte, i int) load.Request {
	const body = `{"query":"{ me { orders(first: 10) { nodes { number status totalPrice { amount } orderItems { productName quantity } } } } }"}`
	return wares.Post(buffer, s.graph.Address, "/graphql", "Authorization: Bearer "+s.graph.Tokens[i%wares.Buyers]+"\r\n", body,
		wares.Wish{Want: `"number":"OR-`})
}
