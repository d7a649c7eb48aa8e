package wares

import (
	"encoding/base64"
	"fmt"
	"strings"

	"orrery/bench/load"
)

const card = `{ id name price { amount } stock rating image { url } }`

// documents are the GraphQL operations of the works. @ is a placeholder for the alias.
var documents = map[Work]string{
	List: `query List($category: String!, $after: String) {
		@ products(filter: {category: $category}, first: 12, after: $after) { totalCount nodes ` + card + ` } }`,
	Detail: `query Detail($id: ID!) { @ product(id: $id) {
		id name description price { amount } stock rating image { url } category tags ` +
		`specs { title items { label value } } } }`,
	Search: `query Search($term: String!, $skip: Int) {
		@ products(filter: {search: $term}, sortBy: ` + searchOrder +
		`, first: 12, offset: $skip) { nodes ` + card + ` } }`,
	Add: `mutation Add($id: ID!) { cartItemAdd(input: {productId: $id}) {
		cart { total { amount } items { id productId name price { amount } quantity lineTotal { amount } } } ` +
		`userErrors { message } } }`,
	Order: `mutation Place($key: String!, $to: ShippingInfoInput!) {
		orderPlace(input: {idempotencyKey: $key, shippingInfo: $to}) {
		order { id number status totalPrice { amount }
		orderItems { id productName quantity price { amount } } } userErrors { message } } }`,
}

// deliveryAddress is where all orders are sent.
const deliveryAddress = `{"address":"Damrak 1","city":"Amsterdam","postalCode":"1012 LG","country":"NL"}`

// searchOrder is the sort order of search results.
const searchOrder = "RELEVANCE"

// Graph builds GraphQL requests for the shop at Address, with the full text of the document by POST.
type Graph struct {
	Address string
	Tokens  []string // by buyer
}

// Request builds the GraphQL request for the parameters w in buffer.
func (g Graph) Request(buffer []byte, work Work, w Params) load.Request {
	alias, bearer := "", ""
	if w.Alias != "" {
		alias = w.Alias + ":"
	}
	document := strings.Replace(strings.ReplaceAll(documents[work], "\n\t\t", " "), "@ ", alias, 1)
	var variables string
	switch work {
	case List:
		variables = fmt.Sprintf(`"category":%q`, w.Category)
		if w.After != nil {
			variables += fmt.Sprintf(`,"after":%q`, w.After.Cursor())
		}
	case Detail:
		variables = fmt.Sprintf(`"id":"%d"`, w.ID)
	case Search:
		variables = fmt.Sprintf(`"term":%q,"skip":%d`, w.Term, w.Skip)
	case Add:
		variables = fmt.Sprintf(`"id":"%d"`, w.ID)
	case Order:
		variables = fmt.Sprintf(`"key":%q,"to":%s`, w.Key, deliveryAddress)
	}
	if work == Add || work == Order {
		bearer = "Authorization: Bearer " + g.Tokens[w.Buyer] + "\r\n"
	}
	body := fmt.Sprintf(`{"query":"%s","variables":{%s}}`, document, variables)
	return Post(buffer, g.Address, "/graphql", bearer, body, w)
}

// Post builds a POST request with a JSON body in buffer. header is empty or one more header line with its CRLF.
func Post(buffer []byte, address, path, header, body string, w Params) load.Request {
	return load.Request{Want: w.Want, IDs: w.IDs, Bytes: fmt.Appendf(buffer,
		"POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s",
		path, address, header, len(body), body)}
}

// Cursor returns the place as a cursor of the GraphQL list that is sorted by newest first.
func (p Place) Cursor() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"k":"%s+00","i":"%d"}`,
		p.At.UTC().Format("2006-01-02 15:04:05.000000"), p.ID))
}
