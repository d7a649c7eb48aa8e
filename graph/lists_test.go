package graph_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// lists are the administrators' lists, each with the field that its nodes are told apart by.
var lists = map[string]struct{ filter, sort, name string }{
	"orders":                {"OrderFilter", "OrderSort", "number"},
	"preOrders":             {"PreOrderFilter", "PreOrderSort", "email"},
	"contactMessages":       {"ContactMessageFilter", "ContactMessageSort", "email"},
	"quotes":                {"QuoteFilter", "QuoteSort", "number"},
	"customers":             {"CustomerFilter", "CustomerSort", "email"},
	"reviews":               {"ReviewFilter", "ReviewSort", "comment"},
	"newsletterSubscribers": {"NewsletterFilter", "NewsletterSort", "email"},
	"inventory":             {"InventoryFilter", "InventorySort", "id"},
}

// listed walks through a list by pages of two and by numbered pages of two, and returns its nodes.
func (d *testServer) listed(token, list, sort string, filter vars) string {
	d.t.Helper()
	l := lists[list]
	query := fmt.Sprintf(`query ($filter: %s, $sort: %s!, $after: String, $offset: Int) {
		%s(filter: $filter, sort: $sort, first: 2, after: $after, offset: $offset) {
			nodes { %s } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } }`, l.filter, l.sort, list, l.name)
	walk := func(next func(page reply, seen int) vars) (names []string) {
		for at := (vars{}); at != nil; {
			at["filter"], at["sort"] = filter, sort
			page := d.must(token, query, at)
			for i := range page.at(list + ".nodes").([]any) {
				names = append(names, fmt.Sprint(page.at(fmt.Sprintf("%s.nodes.%d.%s", list, i, l.name))))
			}
			if len(names) > 50 {
				d.t.Fatalf("%s does not end", list)
			}
			if at = nil; page.at(list + ".pageInfo.hasNextPage").(bool) {
				at = next(page, len(names))
			} else {
				page.is(list+".totalCount", len(names))
			}
		}
		return names
	}
	byCursor := walk(func(page reply, _ int) vars { return vars{"after": page.at(list + ".pageInfo.endCursor")} })
	byNumber := walk(func(_ reply, seen int) vars { return vars{"offset": seen} })
	if !slices.Equal(byCursor, byNumber) {
		d.t.Errorf("%s %s: by cursor %v, by number %v", list, sort, byCursor, byNumber)
	}
	return strings.Join(byCursor, " ")
}

func TestListsAreSearchedAndSorted(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	for i, name := range []string{"Çelik", "ada", "Bob", "BOB"} {
		d.Clock.Advance(time.Minute)
		email := fmt.Sprintf("p%d@example.org", i)
		d.must("", preOrder, wish(vars{"name": name, "email": email, "productId": fmt.Sprint(4 - i%3), "company": "50%_off"}))
		d.must("", messageCreate, letter(vars{"name": name, "email": email, "subject": "Mount " + name, "message": "On the ceiling"}))
	}
	buyers := d.buyers(4, map[int]int{1: 1})
	var numbers []string
	for i, buyer := range buyers {
		d.Clock.Advance(time.Minute)
		if i == 2 {
			d.must(buyer, `mutation { cartItemAdd(input: { productId: "1" }) { userErrors { code } } }`, nil)
		}
		numbers = append(numbers, d.must(buyer, place, checkout("k", nil)).at("orderPlace.order.number").(string))
	}
	d.register("1@example.org") // the end of another account's address
	all := func(order ...int) string {
		var names []string
		for _, i := range order {
			names = append(names, numbers[i])
		}
		return strings.Join(names, " ")
	}
	people := func(order ...int) string {
		var names []string
		for _, i := range order {
			names = append(names, fmt.Sprintf("p%d@example.org", i))
		}
		return strings.Join(names, " ")
	}
	minute := func(n int) string { return d.Clock.Now().Add(time.Duration(n) * time.Minute).Format(time.RFC3339) }
	for _, c := range []struct {
		list, sort string
		filter     vars
		want       string
	}{
		{"orders", "NEWEST", nil, all(3, 2, 1, 0)},
		{"orders", "OLDEST", vars{"search": "  "}, all(0, 1, 2, 3)},
		{"orders", "NEWEST", vars{"search": strings.ToLower(numbers[1])}, all(1)},
		{"orders", "NEWEST", vars{"search": numbers[1] + " buyer"}, all(1)},
		{"orders", "NEWEST", vars{"search": "X" + numbers[1]}, ""},
		{"orders", "NEWEST", vars{"search": "Buyer-1@Example.org"}, all(1)},
		{"orders", "NEWEST", vars{"search": "r-1@example.org"}, all(1)},
		{"orders", "NEWEST", vars{"search": "1@example.org"}, ""},
		{"orders", "OLDEST", vars{"search": "@example.org", "status": "PENDING_PAYMENT"}, all(0, 1, 2, 3)},
		{"orders", "NEWEST", vars{"search": "%"}, ""},
		{"orders", "NEWEST", vars{"from": minute(-2), "until": minute(0)}, all(2, 1)},
		{"orders", "OLDEST", vars{"status": "PENDING_PAYMENT", "search": "OR-1"}, all(0, 1, 2, 3)},
		{"orders", "OLDEST", vars{"status": "PAID"}, ""},
		{"preOrders", "NEWEST", nil, people(3, 2, 1, 0)},
		{"preOrders", "NAME", vars{"search": "50%_OFF"}, people(1, 2, 3, 0)},
		{"preOrders", "OLDEST", vars{"search": "bob"}, people(2, 3)},
		{"preOrders", "OLDEST", vars{"search": "P3@example"}, people(3)},
		{"preOrders", "OLDEST", vars{"status": "CLOSED"}, ""},
		{"preOrders", "OLDEST", vars{"confirmed": false}, people(0, 1, 2, 3)},
		{"preOrders", "OLDEST", vars{"confirmed": true}, ""},
		{"contactMessages", "OLDEST", vars{"search": "ceiling", "status": "PENDING"}, people(0, 1, 2, 3)},
		{"contactMessages", "NEWEST", vars{"search": "mount bob"}, people(3, 2)},
		{"contactMessages", "NEWEST", vars{"status": "RESOLVED"}, ""},
		{"customers", "NAME", vars{"role": "ADMIN"}, "root@example.org"},
		{"inventory", "STOCK", vars{"search": "gripper", "maxStock": 0}, "7"},
		{"inventory", "STOCK", vars{"maxStock": 3, "listed": true, "comingSoon": false}, "1 2 3"},
		{"inventory", "NEWEST", vars{"search": "gripper"}, "7"},
		{"inventory", "NEWEST", vars{"search": "fetch and carry"}, "2"},
		{"inventory", "NEWEST", vars{"name": "fetch and carry"}, ""},
		{"inventory", "NAME", vars{"name": "ROBOT"}, "10 1 4"},
	} {
		if got := d.listed(admin, c.list, c.sort, c.filter); got != c.want {
			t.Errorf("%s %s %v: %q, want %q", c.list, c.sort, c.filter, got, c.want)
		}
	}
	up, down := strings.Fields(d.listed(admin, "orders", "TOTAL_ASC", nil)), strings.Fields(d.listed(admin, "orders", "TOTAL_DESC", nil))
	if slices.Reverse(down); !slices.Equal(up, down) || len(up) != 4 {
		t.Errorf("by total %v, the other way %v", up, down)
	}
	for list, sorts := range map[string][]string{"customers": {"NEWEST", "OLDEST", "NAME"}, "preOrders": {"PRODUCT"},
		"inventory": {"NEWEST", "NAME", "STOCK", "PRICE_ASC", "PRICE_DESC"}} {
		want := -1
		for _, sort := range sorts {
			if got := len(strings.Fields(d.listed(admin, list, sort, nil))); want >= 0 && got != want || got == 0 {
				t.Errorf("%s %s has %d, want %d", list, sort, got, want)
			} else {
				want = got
			}
		}
	}
}

// An order is found by the name that its buyer has now.
func TestOrdersAreFoundByBuyer(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	buyer := d.buyers(1, map[int]int{1: 1})[0]
	number := d.must(buyer, place, checkout("k", nil)).at("orderPlace.order.number").(string)
	d.must(buyer, updateUser, vars{"input": vars{"name": "Zora Neale"}})
	if got := d.listed(admin, "orders", "NEWEST", vars{"search": "ZORA"}); got != number {
		t.Errorf("found %q, want %s", got, number)
	}
	r := d.must(admin, `{ orders(filter: { search: "zora" }) { nodes { buyer { id name email } } } }`, nil)
	r.is("orders.nodes.0.buyer.name", "Zora Neale")
}

func TestListsRefuseWhatMatchesNothing(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	for query, field := range map[string]string{
		`{ orders(filter: { search: "` + strings.Repeat("a", 201) + `" }) { totalCount } }`:                "filter.search",
		`{ inventory(filter: { maxStock: -1 }) { totalCount } }`:                                           "filter.maxStock",
		`{ reviews(filter: { rating: 6 }) { totalCount } }`:                                                "filter.rating",
		`{ newsletterSubscribers(filter: { search: "` + strings.Repeat("a", 201) + `" }) { totalCount } }`: "filter.search",
		`{ preOrders(after: "nonsense") { totalCount } }`:                                                  "after",
		`{ orders(sort: TOTAL_ASC, after: "eyJrIjoieCIsImkiOiJ5In0") { totalCount } }`:                     "after",
		`{ contactMessages(first: 101) { totalCount } }`:                                                   "first",
		`{ customers(offset: 10001) { totalCount } }`:                                                      "offset",
	} {
		r := d.ask(admin, query, nil)
		if len(r.Errors) != 1 || strings.Join(r.Errors[0].Extensions.Field, ".") != field {
			t.Errorf("%s: %+v, want %s named", query, r.Errors, field)
		}
	}
}

// What is not listed is the administrators' alone to see in a list, and theirs to list.
func TestUnlistedProducts(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	hide := func(listed bool) reply {
		return d.must(admin, `mutation ($listed: Boolean) { productUpdate(input: { id: "3", listed: $listed }) { product { listed } } }`, vars{"listed": listed})
	}
	hide(false).is("productUpdate.product.listed", false)
	d.must("", `{ products(filter: { search: "gripper" }) { totalCount } }`, nil)
	if ids := d.must("", `{ products(first: 100) { nodes { id } } }`, nil).ids("products.nodes"); strings.Contains(" "+ids+" ", " 3 ") {
		t.Errorf("the catalogue lists %s", ids)
	}
	if got := d.listed(admin, "inventory", "NEWEST", vars{"listed": false}); !strings.Contains(" "+got+" ", " 3 ") {
		t.Errorf("unlisted are %q", got)
	}
	// The only one of its category, which no other list knows.
	d.must(admin, `mutation { productUpdate(input: { id: "3", category: "Attic / 100% wood" }) { userErrors { code } } }`, nil)
	for category, want := range map[string]string{"TIC / 100% w": "3", "100_": "", "%": "3"} {
		if got := d.listed(admin, "inventory", "NEWEST", vars{"category": category}); got != want {
			t.Errorf("of %q are %q, want %q", category, got, want)
		}
	}
	hide(true).is("productUpdate.product.listed", true)
	if code := d.ask(d.register("ada@example.org"), `{ inventory { totalCount } }`, nil).code(); code != "FORBIDDEN" {
		t.Errorf("a customer sees the inventory: %s", code)
	}
}

// Every answer says what it cost, so that partners can stay within the limit.
func TestAnswersTellTheirCost(t *testing.T) {
	d := newServer(t)
	response, err := http.Post(d.url, "application/json", strings.NewReader(`{"query":"{ products(first: 5) { nodes { id } } }"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct {
		Extensions struct {
			Cost struct{ Requested, Limit int }
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	// Five times nodes and id, and the list itself.
	if cost := answer.Extensions.Cost; cost.Requested != 11 || cost.Limit != 10_000 {
		t.Errorf("cost %+v, want 11 of 10000", cost)
	}
}
