package graph_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"orrery/shop"
)

const catalogue = `query ($filter: ProductFilter, $sortBy: ProductSort! = CREATED_AT, $first: Int! = 12, $after: String, $offset: Int) {
	products(filter: $filter, sortBy: $sortBy, first: $first, after: $after, offset: $offset) {
		nodes { id } edges { cursor node { id } } totalCount
		pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
	}
}`

// ids joins the ids of a page.
func (r reply) ids(path string) string {
	var all []string
	for _, node := range r.at(path).([]any) {
		all = append(all, node.(map[string]any)["id"].(string))
	}
	return strings.Join(all, " ")
}

func TestCatalogueFilters(t *testing.T) {
	d := newServer(t)
	for _, c := range []struct{ category, search, want string }{
		{"", "", "1 2 3 4 5 6 7 8 9 10"},
		{"INDUSTRIAL", "", "1 3 7 8 9 10"},
		{"mobile", "", "2 4"},
		{"educational", "", "5"},
		{"entertainment", "", "6"},
		{"vision", "", "9"},
		{"retail", "", "1 4 7"},
		{"domestic", "", "2 6"},
		{"", "fixed arm", "3 8"},
		{"", "FIXED ARM", "3 8"},
		{"mobile", "slam", "4"},
		{"educational", "slam", ""}, // both must match
		{"", "no such robot", ""},
		{"", "%", ""},   // not a wildcard
		{"", "x_y", ""}, // neither
		{"", `\`, ""},
	} {
		t.Run(c.category+"/"+c.search, func(t *testing.T) {
			r := d.must("", catalogue, vars{"filter": vars{"category": c.category, "search": c.search}})
			if got := r.ids("products.nodes"); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
			r.is("products.totalCount", len(strings.Fields(c.want)))
		})
	}
}

func TestCatalogueSearchesNameShortDescriptionAndTags(t *testing.T) {
	d := newServer(t)
	_, err := d.SQL.Exec(`UPDATE products SET name = 'Zarquon', short_desc = 'vogsphere', tags = '{magrathea,slarti bartfast}' WHERE id = 6`)
	if err != nil {
		t.Fatal(err)
	}
	for search, want := range map[string]string{
		"zarq": "6", "SPHERE": "6", "magra": "6", "i bart": "6",
		"magrathea zarq": "6", "vogsphere robot": "",
	} {
		r := d.must("", catalogue, vars{"filter": vars{"search": search}})
		if got := r.ids("products.nodes"); got != want {
			t.Errorf("%q finds %q, want %q", search, got, want)
		}
	}
}

func TestCatalogueOrders(t *testing.T) {
	d := newServer(t)
	if _, err := d.SQL.Exec(`UPDATE products SET rating_sum = 0, rating_count = 0;
		UPDATE products SET rating_sum = 9, rating_count = 2 WHERE id IN (8, 4);
		UPDATE products SET rating_sum = 5, rating_count = 1 WHERE id = 6`); err != nil {
		t.Fatal(err)
	}
	for sortBy, want := range map[string]string{
		"CREATED_AT": "1 2 3 4 5 6 7 8 9 10",
		"PRICE_ASC":  "5 4 2 3 1 6 7 8 9 10",
		"PRICE_DESC": "1 3 2 4 5 10 9 8 7 6",
		"NAME":       "9 10 5 6 8 2 7 1 3 4",
		"RATING":     "6 8 4 10 9 7 5 3 2 1",
	} {
		t.Run(sortBy, func(t *testing.T) {
			if got := d.must("", catalogue, vars{"sortBy": sortBy}).ids("products.nodes"); got != want {
				t.Errorf("order %q, want %q", got, want)
			}
			// Walking by cursor meets the same products once each.
			var walked []string
			var after any
			for range 5 {
				r := d.must("", catalogue, vars{"sortBy": sortBy, "first": 3, "after": after})
				for _, edge := range r.at("products.edges").([]any) {
					walked = append(walked, edge.(map[string]any)["node"].(map[string]any)["id"].(string))
				}
				after = r.at("products.pageInfo.endCursor")
				if r.at("products.pageInfo.hasNextPage") == false {
					break
				}
			}
			if got := strings.Join(walked, " "); got != want {
				t.Errorf("by cursor %q, want %q", got, want)
			}
			// And so does paging by number.
			var paged []string
			for offset := 0; offset < 10; offset += 4 {
				r := d.must("", catalogue, vars{"sortBy": sortBy, "first": 4, "offset": offset})
				paged = append(paged, r.ids("products.nodes"))
				r.is("products.pageInfo.hasPreviousPage", offset > 0)
			}
			if got := strings.Join(paged, " "); got != want {
				t.Errorf("by offset %q, want %q", got, want)
			}
		})
	}
}

func TestFeaturedProducts(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	featured := func() string {
		t.Helper()
		return d.must("", `{ featuredProducts { id featuredPlace } }`, nil).ids("featuredProducts")
	}
	newest := d.must("", `{ products(first: 3) { nodes { id } } }`, nil).ids("products.nodes")
	if got := featured(); got != newest {
		t.Errorf("without a place: %s, want the newest, %s", got, newest)
	}
	place := func(id string, place int) {
		t.Helper()
		d.must(admin, productUpdate, vars{"input": vars{"id": id, "featuredPlace": place}}).is("productUpdate.userErrors", []any{})
	}
	place("8", 2)
	place("7", 1)
	first, _, _ := strings.Cut(newest, " ")
	if got := featured(); got != "7 8 "+first {
		t.Errorf("by place: %s", got)
	}
	d.must(admin, productUpdate, vars{"input": vars{"id": "7", "listed": false}})
	place("8", 0)
	if got := featured(); got != newest {
		t.Errorf("after the places are free again: %s, want %s", got, newest)
	}
}

func TestCatalogueRefusesBadPages(t *testing.T) {
	d := newServer(t)
	for name, v := range map[string]vars{
		"first too small":  {"first": 0},
		"first too large":  {"first": 101},
		"negative offset":  {"offset": -1},
		"large offset":     {"offset": 10001},
		"cursor of nobody": {"after": "bm90IGEgY3Vyc29y"},
		"no base64":        {"after": "%%%"},
		"wrong key":        {"after": "eyJrIjoieCIsImkiOiIxIn0"},             // {"k":"x","i":"1"}
		"wrong id":         {"after": "eyJrIjoiMjAyNi0wMS0wMSIsImkiOiJ4In0"}, // {"k":"2026-01-01","i":"x"}
		"long search":      {"filter": vars{"search": strings.Repeat("x", 201)}},
		"NUL":              {"filter": vars{"search": "a\x00b"}},
	} {
		t.Run(name, func(t *testing.T) {
			switch code := d.ask("", catalogue, v).code(); code {
			case "INVALID", "OUT_OF_RANGE", "TOO_LONG":
			default:
				t.Errorf("code %s", code)
			}
		})
	}
}

func TestProductDetail(t *testing.T) {
	d := newServer(t)
	const query = `query ($id: ID!) { product(id: $id) {
		id name category price { amount currency } stock maxQuantity isPreorder comingSoon expectedDelivery image { url alt width height }
		shortDesc description highlights tags modules plate { label value } specs { title items { label value } }
		features { title icon description } technical { title items }
		pricing { rental { price period } purchase { price period popular } service { price } }
		rating ratings numOfReviews reviews { totalCount nodes { name rating comment createdAt } }
	} }`
	arm := d.must("", query, vars{"id": "1"})
	arm.is("product.price.amount", "25999.00")
	arm.is("product.price.currency", "USD")
	arm.is("product.stock", 5)
	arm.is("product.maxQuantity", 5)
	arm.is("product.expectedDelivery", nil)
	arm.is("product.pricing.rental.price", "€2,999")
	arm.is("product.pricing.purchase.period", "one-time")
	arm.is("product.numOfReviews", 1)
	arm.is("product.reviews.totalCount", 1)
	arm.is("product.ratings", arm.at("product.rating"))

	assistant := d.must("", query, vars{"id": "2"})
	assistant.is("product.isPreorder", true)
	assistant.is("product.maxQuantity", 1)
	assistant.is("product.expectedDelivery", "2026-05-01T09:00:00Z") // 60 days after the test's Monday
	d.Clock.Advance(59 * time.Minute)
	d.must("", "# anew\n"+query, vars{"id": "2"}).is("product.expectedDelivery", "2026-05-01T09:00:00Z")

	soon := d.must("", query, vars{"id": "6"})
	soon.is("product.comingSoon", true)
	soon.is("product.price", nil)
	soon.is("product.maxQuantity", 0)

	placeholder := d.must("", query, vars{"id": "13"})
	placeholder.is("product.name", "Coming Soon Product")

	for _, id := range []string{"14", "0", "-1", "01", "+1", "x", "", "99999999999999999999", "1e0", "00000000-0000-0000-0000-000000000000"} {
		d.must("", query, vars{"id": id}).is("product", nil)
	}
}

func TestProductsByTheirNumbers(t *testing.T) {
	d := newServer(t)
	const query = `query ($ids: [ID!]!) { productsByIds(ids: $ids) { id name price { amount } reviews(first: 2) { nodes { name } } } }`
	for _, ids := range [][]string{
		{"3"},
		{"7", "1", "3"}, // the order asked, not that of the table
		{"2", "2", "1", "2"},
		{"13", "14", "1", "x", "", "01", "-1"}, // unlisted ones can be looked at; the rest names nothing
		strings.Fields(strings.Repeat("1 ", 20)),
	} {
		before := d.Statements(t)
		got := d.must("", query, vars{"ids": ids}).at("productsByIds").([]any)
		if took := d.Statements(t) - before; took != 2 { // the products, the reviews
			t.Errorf("%v takes %d statements, want 2", ids, took)
		}
		if len(got) != len(ids) {
			t.Fatalf("%v gives %d products", ids, len(got))
		}
		for i, id := range ids {
			product, found := got[i].(map[string]any)
			if n, err := strconv.Atoi(id); found != (err == nil && n > 0 && n < 14 && strconv.Itoa(n) == id) {
				t.Errorf("place %d of %v: %v", i, ids, got[i])
			}
			if found && product["id"] != id {
				t.Errorf("place %d of %v is product %v", i, ids, product["id"])
			}
		}
	}
	for _, n := range []int{0, 21, 1000} {
		before := d.Statements(t)
		r := d.ask("", `query ($ids: [ID!]!) { productsByIds(ids: $ids) { id } }`, vars{"ids": slices.Repeat([]string{"1"}, n)})
		if code := r.code(); code != "OUT_OF_RANGE" {
			t.Errorf("%d ids get %s", n, code)
		}
		if took := d.Statements(t) - before; took != 0 {
			t.Errorf("%d ids cost %d statements", n, took)
		}
	}
	costly := d.ask("", `query ($ids: [ID!]!) { productsByIds(ids: $ids) { reviews(first: 100) { nodes { id name rating comment createdAt } } } }`,
		vars{"ids": slices.Repeat([]string{"1"}, 20)})
	if code := costly.code(); code != "COMPLEXITY_LIMIT_EXCEEDED" {
		t.Errorf("twenty times a hundred reviews get %s", code)
	}
}

func TestReviewsPage(t *testing.T) {
	d := newServer(t)
	if _, err := d.SQL.Exec(`INSERT INTO reviews (id, product_id, name, rating, comment, created_at)
		SELECT gen_random_uuid(), 3, 'R' || n, 4, '', '2026-03-02T09:00:00Z'::timestamptz + n * interval '1 s' FROM generate_series(1, 7) n`); err != nil {
		t.Fatal(err)
	}
	const query = `query ($after: String) { product(id: "3") { reviews(first: 3, after: $after) {
		nodes { id name } pageInfo { hasNextPage endCursor } } } }`
	var names []string
	var after any
	for {
		r := d.must("", query, vars{"after": after})
		for _, node := range r.at("product.reviews.nodes").([]any) {
			names = append(names, node.(map[string]any)["name"].(string))
		}
		if r.at("product.reviews.pageInfo.hasNextPage") == false {
			break
		}
		after = r.at("product.reviews.pageInfo.endCursor")
	}
	if len(names) != 8 || strings.Join(names[:7], " ") != "R7 R6 R5 R4 R3 R2 R1" {
		t.Errorf("walked %v", names)
	}
}

func TestNestedListsCostFixedStatements(t *testing.T) {
	d := newServer(t)
	const query = `query ($first: Int!) {
		products(first: $first) { totalCount nodes { id name price { amount } tags specs { title } reviews(first: 3) { totalCount nodes { name } } } }
		faqEntries(topic: PRODUCTS) { question answer }
	}`
	count := func(first int) int {
		before := d.Statements(t)
		r := d.must("", query, vars{"first": first})
		if got := len(r.at("products.nodes").([]any)); got != min(first, 10) {
			t.Fatalf("%d products, want %d", got, first)
		}
		return d.Statements(t) - before
	}
	count(1) // from here on the total is known
	// The page, the reviews, the questions.
	for _, first := range []int{1, 2, 5, 10, 100} {
		if got := count(first); got != 3 {
			t.Errorf("a page of %d takes %d statements, want 3", first, got)
		}
	}

	const aliases = `{ a: product(id: "1") { name } b: product(id: "4") { name } c: product(id: "8") { name } d: product(id: "7") { name } }`
	before := d.Statements(t)
	d.must("", aliases, nil)
	if got := d.Statements(t) - before; got != 1 {
		t.Errorf("four products take %d statements, want 1", got)
	}
}

func TestContentQueries(t *testing.T) {
	d := newServer(t)
	r := d.must("", `{ teamMembers { id name role avatar { url } } milestones { id title description }
		faqEntries { topic question answer } contact: faqEntries(topic: CONTACT) { topic } resources: faqEntries(topic: RESOURCES) { topic } }`, nil)
	for path, want := range map[string]int{"teamMembers": 2, "milestones": 5, "contact": 4, "resources": 4} {
		if got := len(r.at(path).([]any)); got != want {
			t.Errorf("%d %s, want %d", got, path, want)
		}
	}
	for i, quarter := range []string{"2025 Q1", "2025 Q2", "2025 Q3", "2025 Q4", "2026 Q1"} {
		if title := r.at(fmt.Sprintf("milestones.%d.title", i)).(string); !strings.HasPrefix(title, quarter) {
			t.Errorf("step %d is %q, want %s", i+1, title, quarter)
		}
	}
}

// Errors in a document are reported by the complete handler, including its data loaders.
func TestRefusedDocumentsGetTheirCode(t *testing.T) {
	d := newServer(t)
	for query, want := range map[string]string{
		`{`:           "GRAPHQL_PARSE_FAILED",
		`{ nothing }`: "GRAPHQL_VALIDATION_FAILED",
		`query ($id: ID!) { product(id: $id) { id } }`: "BAD_USER_INPUT",
		`query a { me { id } } query b { me { id } }`:  "GRAPHQL_VALIDATION_FAILED",
	} {
		if code := d.ask("", query, nil).code(); code != want {
			t.Errorf("%s gets %s, want %s", query, code, want)
		}
	}
	r := d.ask("", `{ orders(filter: {from: "x"}) { totalCount } }`, nil)
	if r.code() != "BAD_USER_INPUT" || !slices.Equal(r.Errors[0].Extensions.Field, []string{"filter", "from"}) {
		t.Errorf("an argument of the wrong form gets %+v", r.Errors)
	}
}

// Who reads or enters products by the graph gets to all of their fields.
func TestSchemaHasTheFieldsOfProducts(t *testing.T) {
	types := schema(t).Types
	for _, c := range []struct {
		of      reflect.Type
		in      string
		without []string
	}{
		{reflect.TypeFor[shop.Product](), "Product", []string{"Gallery"}}, // part of images
		{reflect.TypeFor[shop.ProductInput](), "ProductUpdateInput", nil},
		{reflect.TypeFor[shop.ProductInput](), "ProductCreateInput", []string{"ID", "Listed", "RemoveVideo", "StockBefore"}},
	} {
		for _, field := range reflect.VisibleFields(c.of) {
			has := slices.ContainsFunc(types[c.in].Fields, func(f *ast.FieldDefinition) bool { return strings.EqualFold(f.Name, field.Name) })
			if !field.Anonymous && has == slices.Contains(c.without, field.Name) {
				t.Errorf("graph/schema/product.graphqls: %s lacks %s of %v, or has what is listed here as left out", c.in, field.Name, c.of)
			}
		}
	}
}
