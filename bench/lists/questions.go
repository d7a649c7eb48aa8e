package main

import (
	"fmt"
	"time"
)

const (
	orderFields = `{ nodes { id number status version createdAt buyer { name email } totalPrice { amount currency } ` +
		`orderItems { id } } totalCount }`
	preOrders = `{ nodes { id name email productName status createdAt product { id } } totalCount }`
	messages  = `{ nodes { id name subject message status createdAt } totalCount }`
	customers = `{ nodes { id name email role sessions } totalCount }`
	products  = `{ nodes { id name category stock price { amount currency } } totalCount }`
)

// questions are the queries of the administrators' pages, with their counts.
var questions = []struct{ name, query string }{
	{"orders, newest", `{ orders ` + orderFields + ` }`},
	{"orders, oldest of a status", `{ orders(filter: {status: PAID}, sort: OLDEST) ` + orderFields + ` }`},
	{"orders, largest total", `{ orders(sort: TOTAL_DESC) ` + orderFields + ` }`},
	{"orders, largest total of a status",
		`{ orders(filter: {status: SHIPPED}, sort: TOTAL_DESC) ` + orderFields + ` }`},
	{"orders, last of the pages", `{ orders(offset: 960) ` + orderFields + ` }`},
	{"orders by number", `{ orders(filter: {search: "or-5000123"}) ` + orderFields + ` }`},
	{"orders by buyer", `{ orders(filter: {search: "person42@example.org"}) ` + orderFields + ` }`},
	{"orders by a word of all", `{ orders(filter: {search: "example.org"}) ` + orderFields + ` }`},
	{"pre-orders, newest", `{ preOrders ` + preOrders + ` }`},
	{"pre-orders of a status, by name", `{ preOrders(filter: {status: PENDING}, sort: NAME) ` + preOrders + ` }`},
	{"pre-orders by address", `{ preOrders(filter: {search: "person42@"}) ` + preOrders + ` }`},
	{"messages, pending", `{ contactMessages(filter: {status: PENDING}, sort: OLDEST) ` + messages + ` }`},
	{"messages by text", `{ contactMessages(filter: {search: "number 42?"}) ` + messages + ` }`},
	{"customers by name", `{ customers(sort: NAME) ` + customers + ` }`},
	{"customers by address", `{ customers(filter: {search: "person42@"}) ` + customers + ` }`},
	{"inventory by name", `{ inventory(sort: NAME) ` + products + ` }`},
	{"inventory, least in stock", `{ inventory(filter: {maxStock: 5}, sort: STOCK) ` + products + ` }`},
	{"inventory by text", `{ inventory(filter: {search: "machine 42"}) ` + products + ` }`},
	{"inventory of a category, by price",
		`{ inventory(filter: {category: "range 7 / line 47"}, sort: PRICE_ASC) ` + products + ` }`},
	{"audit log", `{ auditEntries { nodes { id actorName object objectId changes { name before after } } } }`},
	{"dashboard of 30 days", dashboard(30)},
	{"dashboard of a year", dashboard(365)},
}

func dashboard(days int) string {
	return fmt.Sprintf(`{ dashboard(from: "%s", until: "%s") `+
		`{ orders revenue { amount } days { date orders } lowStock { id } } }`,
		now.AddDate(0, 0, -days).Format(time.RFC3339), now.Format(time.RFC3339))
}
