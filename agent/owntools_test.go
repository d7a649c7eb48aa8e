package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"orrery/agent"
	"orrery/graph"
	"orrery/graph/server"
	"orrery/shop"
	"orrery/web"
)

const cellOf = `"armId": "3", "gripperId": "7", "part": {"mass": 2500, "length": 80, "width": 60, "height": 60},
	"pick": {"x": 450, "y": -250, "z": 230}, "place": {"x": 450, "y": 250, "z": 230, "heading": 90}`

const quoteOf = `"name": "Ada", "email": "ada@example.org", "idempotencyKey": "q1", "lines": [{"productId": "3", "quantity": 2}]`

// tools returns the tools that the server lists.
func (s *testServer) tools() map[string]map[string]any {
	s.t.Helper()
	got := s.send("", s.plain("POST", "/ucp/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	var body struct {
		Result struct{ Tools []map[string]any }
	}
	if err := json.Unmarshal([]byte(got.text), &body); err != nil {
		s.t.Fatal(err)
	}
	tools := map[string]map[string]any{}
	for _, tool := range body.Result.Tools {
		tools[tool["name"].(string)] = tool
	}
	return tools
}

// matches returns the error of a value that a schema does not allow.
func matches(t *testing.T, schema any, value string) error {
	t.Helper()
	parse := func(text string) any {
		parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	text, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("https://schema.test/", parse(string(text))); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("https://schema.test/")
	if err != nil {
		t.Fatal(err)
	}
	return compiled.Validate(parse(value))
}

// tool calls one of the shop's own tools, without a signature, and checks arguments and result against its schemas.
func (s *testServer) tool(t *testing.T, name, arguments string) reply {
	t.Helper()
	return s.checked(t, name, arguments, s.plain("POST", "/ucp/mcp", fmt.Sprintf(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, arguments)))
}

// tool calls one of the shop's own tools with a signature.
func (p *platform) tool(t *testing.T, name, arguments string) reply {
	t.Helper()
	rest := strings.TrimPrefix(arguments, "{")
	if rest != "}" {
		rest = ", " + rest
	}
	arguments = fmt.Sprintf(`{"meta": {"ucp-agent": {"profile": %q}}`, p.profile) + rest
	return p.s.checked(t, name, arguments, p.signed(p.s.plain("POST", "/ucp/mcp", fmt.Sprintf(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, arguments))))
}

func (s *testServer) checked(t *testing.T, name, arguments string, r sent) reply {
	t.Helper()
	got := s.send("", r)
	got.t = t
	if got.body == nil {
		return got
	}
	of := s.tools()[name]
	structured, err := json.Marshal(got.body)
	if err != nil {
		t.Fatal(err)
	}
	if err := matches(t, of["outputSchema"], string(structured)); err != nil {
		t.Errorf("%s %s: %v", name, arguments, err)
	}
	if got.at("ucp.status") == "success" {
		if err := matches(t, of["inputSchema"], arguments); err != nil {
			t.Errorf("%s accepts %s: %v", name, arguments, err)
		}
	}
	return got
}

// graphQL returns the data of a query by a visitor.
func (s *testServer) graphQL(query string) reply {
	s.t.Helper()
	log := slog.New(slog.DiscardHandler)
	handler := s.accounts.Middleware(log, server.Refuse, server.NewHandler(server.Config{
		Schema: graph.NewSchema(&graph.Resolver{Store: s.Store, Auth: s.accounts, Streams: &graph.Streams{}}), Log: log,
		Introspection: func(context.Context) bool { return false }, Around: graph.WithLoaders(s.Store), Recognise: s.accounts.As, Streams: &server.StreamLimits{},
		Limits: web.NewLimiter(0, nil, nil)}))
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(fmt.Sprintf(`{"query": %q}`, query)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	var body struct {
		Data   map[string]any
		Errors []any
	}
	numbers := json.NewDecoder(w.Body)
	numbers.UseNumber()
	if err := numbers.Decode(&body); err != nil || len(body.Errors) > 0 {
		s.t.Fatalf("%v %v for %s", err, body.Errors, query)
	}
	return reply{t: s.t, body: body.Data}
}

// same compares values of a tool with those of the graph: paths of the tool, then of the graph.
func (r reply) same(graph reply, paths ...string) {
	r.t.Helper()
	for _, path := range paths {
		own, other, renamed := strings.Cut(path, "=")
		if !renamed {
			other = own
		}
		got, want := r.at(own), graph.at(other)
		if amount, ok := got.(map[string]any); ok && amount["currency"] != nil { // minor units
			money := want.(map[string]any)
			if strings.Replace(fmt.Sprint(money["amount"]), ".", "", 1) != fmt.Sprint(amount["amount"]) ||
				money["currency"] != amount["currency"] {
				r.t.Errorf("%s is %v, the graph says %v", path, got, want)
			}
			continue
		}
		if day, ok := want.(string); ok && strings.Contains(day, "T12:00:00") {
			want = day[:10]
		}
		if got == nil || fmt.Sprint(got) != fmt.Sprint(want) {
			r.t.Errorf("%s is %v, the graph says %v, in %s", path, got, want, r.start())
		}
	}
}

// The tools say what the graph says.
func TestOwnToolsAgreeWithTheGraph(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})

	fit := s.tool(t, "check_fit", `{"productIds": ["3", "7"], "partMassGrams": 2500}`)
	fit.same(s.graphQL(`{ fitCheck(productIds: ["3", "7"], partMassGrams: 2500) { outcome partMassGrams groups { products { id name }
		lines { rule outcome message needed limit unit } } } }`), "outcome=fitCheck.outcome", "partMassGrams=fitCheck.partMassGrams",
		"groups.0.products=fitCheck.groups.0.products", "groups.0.lines.0=fitCheck.groups.0.lines.0", "groups.0.lines.5.message=fitCheck.groups.0.lines.5.message")
	fit.is("url", s.url+"/compare?products=3,7")

	const card = `id name category model stock leadTime warranty price { amount currency } priceWithTax { amount currency } delivery { from until payBy }
		attributes { value text attribute { id label } }`
	ask := s.graphQL(`{ productsByIds(ids: ["3", "1"]) { ` + card + ` specs { title items { label value } } plate { label value } } }`)
	compared := s.tool(t, "compare_products", `{"productIds": ["3", "1", "nope"]}`)
	for i := range 2 {
		for _, field := range []string{"id", "name", "category", "model", "stock", "leadTime", "warranty", "price", "priceWithTax",
			"delivery.from", "delivery.until", "delivery.payBy", "figures.0.value=attributes.0.value", "figures.0.text=attributes.0.text", "specs", "plate"} {
			own, other, renamed := strings.Cut(field, "=")
			if !renamed {
				other = own
			}
			compared.same(ask, fmt.Sprintf("products.%d.%s=productsByIds.%d.%s", i, own, i, other))
		}
	}
	compared.is("products.2", nil)
	compared.is("unknown", "[nope]")
	compared.is("messages.0.code", "untrusted_content")
	compared.is("url", s.url+"/compare?products=3,1")
	twice := s.tool(t, "compare_products", `{"productIds": ["3", "3"]}`)
	twice.is("products.1", nil)
	twice.is("url", s.url+"/compare?products=3")
	s.tool(t, "check_fit", `{"productIds": ["3", "7", "8", "9"]}`).is("url", nil)

	arrives := s.tool(t, "delivery_date", `{"productIds": ["3", "4"]}`)
	arrives.same(s.graphQL(`{ productsByIds(ids: ["3"]) { delivery { from until payBy } } }`), "deliveries.0.delivery.from=productsByIds.0.delivery.from",
		"deliveries.0.delivery.until=productsByIds.0.delivery.until", "deliveries.0.delivery.payBy=productsByIds.0.delivery.payBy")
	arrives.is("deliveries.1.delivery", nil)
	arrives.is("url", nil)
	arrives.is("deliveries.1.url", s.url+"/products/4")
	s.tool(t, "delivery_date", `{"productIds": ["3"]}`).is("url", s.url+"/products/3")
	if arrives.textAt("deliveries.1.reason") == "<nil>" {
		t.Error("no reason for the lack of an estimate")
	}

	rent := s.tool(t, "rent_or_buy", `{"productId": "1", "serviceIncluded": true, "months": 26}`)
	rent.same(s.graphQL(`{ b: planBreakEven(productId: "1", serviceIncluded: true, months: 26) { months horizon rent { amount currency } purchase { amount currency }
		service { amount currency } rented { amount currency } bought { amount currency } } }`), "comparison.breakEvenMonths=b.months", "comparison.months=b.horizon",
		"comparison.rentPerMonth=b.rent", "comparison.purchase=b.purchase", "comparison.servicePerMonth=b.service", "comparison.rented=b.rented", "comparison.bought=b.bought")
	s.tool(t, "rent_or_buy", `{"productId": "4"}`).is("comparison", nil)

	found := s.tool(t, "find_by_figures", `{"filter": {"figures": [{"attribute": "payload", "min": "5 kg"}]}, "sortBy": "PRICE_ASC", "first": 2}`)
	asked := s.graphQL(`{ products(filter: {figures: [{attribute: "payload", min: "5 kg"}]}, sortBy: PRICE_ASC, first: 2) { nodes { ` + card + ` } pageInfo { endCursor } } }`)
	found.same(asked, "products.0.id=products.nodes.0.id", "products.1.id=products.nodes.1.id", "products.0.price=products.nodes.0.price",
		"products.0.stock=products.nodes.0.stock", "products.1.figures.0.text=products.nodes.1.attributes.0.text", "endCursor=products.pageInfo.endCursor")
	s.tool(t, "find_by_figures", fmt.Sprintf(`{"filter": {"figures": [{"attribute": "payload", "min": "5 kg"}]}, "sortBy": "PRICE_ASC", "after": %q}`,
		found.at("endCursor"))).is("ucp.status", "success")
	s.tool(t, "find_by_figures", `{"filter": {"search": "arm 5-10 kg"}}`).is("understood.0", "Payload 5 kg to 10 kg")
	s.tool(t, "find_by_figures", `{}`).is("attributes.0.id", "payload")
	for filter, page := range map[string]string{`{}`: "/products", `{"filter": {"search": "arm & rail", "category": "industrial"}}`: "/products?category=industrial&q=arm+%26+rail",
		`{"sortBy": "PRICE_DESC", "filter": {"figures": [{"attribute": "payload", "min": "5 kg"}, {"attribute": "reach", "min": "1 m", "max": "2 m"}]}}`: "/products?figure=payload%3A5+kg..&figure=reach%3A1+m..2+m&sort=price-down",
		`{"filter": {"price": {"max": "30000.50"}, "available": true, "deliveryDays": 60, "fits": "3"}}`:                                                 "/products?figure=price%3A..30000.50&figure=available%3Atrue&figure=delivery%3A..60&figure=fits%3A3"} {
		s.tool(t, "find_by_figures", filter).is("url", s.url+page)
	}

	const planned = `part: {mass: 2500, length: 80, width: 60, height: 60}, pick: {x: 450, y: -250, z: 230}, place: {x: 450, y: 250, z: 230, heading: 90}`
	plan := s.tool(t, "plan_cell", `{`+cellOf+`}`)
	plan.same(s.graphQL(`{ p: cellPlan(input: {armId: "3", gripperId: "7", `+planned+`}) { outcome checks { rule outcome message needed limit unit }
		cycle { duration partsPerHour energy pick place slowest { name } } notChecked assumptions products { id name } } }`),
		"outcome=p.outcome", "checks.0.message=p.checks.0.message", "checks.3.needed=p.checks.3.needed", "checks.3.unit=p.checks.3.unit",
		"cycle.durationMs=p.cycle.duration", "cycle.partsPerHour=p.cycle.partsPerHour", "cycle.slowest.name=p.cycle.slowest.name",
		"cycle.energyJoules=p.cycle.energy", "cycle.pick=p.cycle.pick", "cycle.place=p.cycle.place", "notChecked=p.notChecked",
		"assumptions=p.assumptions", "products.0.id=p.products.0.id", "products.1.name=p.products.1.name")
	plan.is("url", s.url+"/plan?v=1&p=a3.g7.m2500.d80_60_60.f450_-250_230.t450_250_230_90.h0.l100.i300.n0.w1.u36")
	bare := strings.Replace(cellOf, `"gripperId": "7", `, "", 1) // the gripper has no price
	s.tool(t, "plan_cell", `{`+bare+`, "labourCost": "32.50", "horizon": 24}`).same(
		s.graphQL(`{ p: cellPlan(input: {armId: "3", labourCost: "32.50", horizon: 24, `+planned+`}) { costs { price { amount currency } payback
		priceWithTax { amount currency } labourPerMonth { amount currency } rentOrBuy { bought { amount currency } } } delivery { until } } }`),
		"costs.price=p.costs.price", "costs.priceWithTax=p.costs.priceWithTax", "costs.paybackMonths=p.costs.payback",
		"costs.labourPerMonth=p.costs.labourPerMonth", "costs.rentOrBuy.bought=p.costs.rentOrBuy.bought", "delivery.until=p.delivery.until")
	far := s.tool(t, "plan_cell", strings.Replace(`{`+cellOf+`}`, `"x": 450, "y": -250`, `"x": 1450, "y": -250`, 1))
	far.is("outcome", "DOES_NOT_FIT")
	far.is("cycle", nil)
}

// A quote is a change: it needs a signature, happens once, and is in the audit log.
func TestQuoteOfAnAgent(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	p, other := s.newPlatform(), s.newPlatform()
	const billed = `{` + quoteOf + `, "partMassGrams": 100, "billingInfo": {"company": "Analytical Engines", "address": "Damrak 1",
		"city": "Amsterdam", "postalCode": "1012 LG", "country": "nl", "purchaseOrderNumber": "PO 7"}}`
	quote := p.tool(t, "create_quote", billed)
	quote.is("ucp.status", "success")
	quote.is("lines.0.quantity", 2)
	number := quote.textAt("number")
	path, ok := strings.CutPrefix(quote.textAt("pdf"), s.url)
	if named, key, isQuote := shop.QuoteOfPath(path); !ok || !isQuote || named != number {
		t.Errorf("the PDF is at %s", path)
	} else if kept, err := s.Store.Quotes.Get(t.Context(), shop.Actor{}, number, key); err != nil ||
		fmt.Sprint(kept.Total.Minor) != quote.textAt("total.amount") || s.url+kept.Page(key) != quote.textAt("url") {
		t.Errorf("%v: the quote is %+v", err, kept)
	} else if kept.BillingInfo != (shop.BillingInfo{Address: "Damrak 1", City: "Amsterdam", PostalCode: "1012 LG", Country: "NL",
		Company: "Analytical Engines", PurchaseOrderNumber: "PO 7"}) {
		t.Errorf("the quote is billed to %+v", kept.BillingInfo)
	}
	p.tool(t, "create_quote", billed).is("number", number)
	if again := other.tool(t, "create_quote", billed); again.textAt("number") == number {
		t.Error("another agent gets a link to the quote")
	}
	var entries int
	if err := s.SQL.QueryRow(`SELECT count(*) FROM audit_entries WHERE agent = $1 AND object = 'quotes' AND action = 'INSERT'
		AND NOT after ?| ARRAY['name', 'email', 'company', 'request']`, p.profile).Scan(&entries); err != nil || entries != 1 {
		t.Errorf("%d entries in the audit log: %v", entries, err)
	}

	s.tool(t, "create_quote", `{`+quoteOf+`}`).refused(400, "invalid_profile_url")
	unsigned := s.plain("POST", "/ucp/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_quote","arguments":{%s}}}`, quoteOf))
	unsigned.Header.Set("UCP-Agent", fmt.Sprintf("profile=%q", p.profile))
	s.send("", unsigned).refused(401, "signature_missing")
	reader := s.platformWith("dev.ucp.shopping.catalog.search")
	reader.tool(t, "create_quote", `{`+quoteOf+`}`).refused(403, "insufficient_scope")
	for i := range 20 {
		got := p.tool(t, "create_quote", fmt.Sprintf(`{"name": "Ada", "email": "ada@example.org", "idempotencyKey": "more-%d", "lines": [{"productId": "3"}]}`, i))
		if got.code == "rate_limited" {
			got.refused(429, "rate_limited")
			return
		}
	}
	t.Error("quotes are not limited")
}

// Errors name the argument and the rule.
func TestArgumentsOfOwnTools(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	p := s.newPlatform()
	many := `"1"` + strings.Repeat(`, "1"`, 20)
	for _, row := range []struct{ name, arguments, path, code, content string }{
		{"check_fit", `{}`, "$.productIds", "required", "productIds is required"},
		{"check_fit", `{"productIds": []}`, "$.productIds", "out_of_range", "The number of productIds must be between 1 and 20"},
		{"check_fit", `{"productIds": [` + many + `]}`, "$.productIds", "out_of_range", "The number of productIds must be between 1 and 20"},
		{"check_fit", `{"productIds": "3"}`, "$.productIds", "invalid", "productIds must be a list"},
		{"check_fit", `{"productIds": ["3"], "partMassGrams": -1}`, "$.partMassGrams", "out_of_range", "Part mass in grams must be between 0 and 1000000"},
		{"check_fit", `{"productIds": ["3"], "part_mass_kg": 1}`, "$", "invalid", "There is no argument part_mass_kg"},
		{"compare_products", `{"productIds": ["1", "2", "3", "4"]}`, "$.productIds", "out_of_range", "The number of productIds must be between 1 and 3"},
		{"delivery_date", `{"productIds": [` + many + `]}`, "$.productIds", "out_of_range", "The number of productIds must be between 1 and 20"},
		{"delivery_date", `{"productIds": ["1", 3]}`, "$.productIds[1]", "invalid", "productIds.1 must be a text in quotes"},
		{"check_fit", `{"productIds": [3]}`, "$.productIds[0]", "invalid", "productIds.0 must be a text in quotes"},
		{"rent_or_buy", `{"productId": 1}`, "$.productId", "invalid", "productId must be a text in quotes"},
		{"rent_or_buy", `{"productId": "nope"}`, "$.productId", "not_found", "Product not found"},
		{"rent_or_buy", `{"productId": "1", "months": 121}`, "$.months", "out_of_range", "Months must be between 1 and 120"},
		{"rent_or_buy", `{"productId": "1", "serviceIncluded": "yes"}`, "$.serviceIncluded", "invalid", "serviceIncluded must be true or false"},
		{"find_by_figures", `{"first": 21}`, "$.first", "out_of_range", "first must be between 1 and 20"},
		{"find_by_figures", `{"sortBy": "SIZE"}`, "$.sortBy", "invalid", "sortBy must be one of RELEVANCE, PRICE_ASC, PRICE_DESC, NAME, RATING, CREATED_AT"},
		{"find_by_figures", `{"after": "nonsense"}`, "$.after", "invalid", "after is not a cursor of this list"},
		{"find_by_figures", `{"filter": {"figures": [{"attribute": "weight", "min": "1"}]}}`, "$.filter.figures[0].attribute", "invalid", "There is no such attribute to filter by"},
		{"find_by_figures", `{"filter": {"figures": [{"attribute": "payload", "min": "5 mm"}]}}`, "$.filter.figures[0].min", "invalid", "Payload must be a number such as 6 kg"},
		{"plan_cell", `{"armId": "3"}`, "$.part", "required", "part is required"},
		{"plan_cell", `{` + strings.Replace(cellOf, `"mass": 2500, `, ``, 1) + `}`, "$.part.mass", "required", "part.mass is required"},
		{"plan_cell", `{` + strings.Replace(cellOf, `2500`, `-1`, 1) + `}`, "$.part.mass", "out_of_range", "Mass of the part must be between 0 and 1000000"},
		{"plan_cell", `{` + strings.Replace(cellOf, `2500`, `2.5`, 1) + `}`, "$.part.mass", "invalid", "part.mass must be a whole number"},
		{"plan_cell", `{` + strings.Replace(cellOf, `"y": -250`, `"y": -25000`, 1) + `}`, "$.pick.y", "out_of_range", "Y must be between -20000 and 20000"},
		{"plan_cell", `{` + strings.Replace(cellOf, `"armId": "3"`, `"armId": "1000"`, 1) + `}`, "$.armId", "not_found", "Arm not found among those for cell plans"},
		{"plan_cell", `{` + cellOf + `, "obstacles": [{"kind": "TREE"}]}`, "$.obstacles[0].height", "required", "obstacles.0.height is required"},
		{"plan_cell", `{` + cellOf + `, "labourCost": "much"}`, "$.labourCost", "invalid", "Labour cost must be an amount between 0 and 10000 with at most two decimals"},
		{"create_quote", `{"name": "A", "email": "no", "idempotencyKey": "k", "lines": [{"productId": "3"}]}`, "$.email", "invalid", ""},
		{"create_quote", `{"name": "A", "email": "a@example.org", "idempotencyKey": "k", "lines": [{"productId": "3", "quantity": 0}]}`, "$.lines[0].quantity", "out_of_range", "Quantity must be between 1 and 100"},
		{"create_quote", `{"name": "A", "email": "a@example.org", "idempotencyKey": "k", "lines": [{"productId": "3", "plan": "LEASE"}]}`, "$.lines[0].plan", "invalid", "lines.0.plan must be one of RENTAL, PURCHASE, SERVICE"},
		{"create_quote", `{` + quoteOf + `, "billingInfo": {"city": "Amsterdam"}}`, "$.billingInfo.address", "required", ""},
		{"create_quote", `{` + quoteOf + `, "billingInfo": {"vatNumber": "NL1"}}`, "$.billingInfo.vatNumber", "invalid", ""},
		{"create_quote", `{` + quoteOf + `, "billingInfo": {"iban": "NL1"}}`, "$.billingInfo", "invalid", "There is no argument billingInfo.iban"},
		{"create_quote", `{"name": "A", "email": "a@example.org", "lines": []}`, "$.idempotencyKey", "required", "idempotencyKey is required"},
	} {
		got := p.tool(t, row.name, row.arguments)
		got.is("messages.0.path", row.path)
		got.is("messages.0.code", row.code)
		if row.content != "" {
			got.is("messages.0.content", row.content)
		}
		if !strings.Contains(got.text, `"isError":true`) {
			t.Errorf("%s %s is no error: %s", row.name, row.arguments, got.start())
		}
	}
	for _, name := range []string{"check_fit", "compare_products", "plan_cell", "delivery_date", "rent_or_buy", "create_quote", "find_by_figures"} {
		for _, arguments := range []string{`[]`, `3`, `"x"`, `null`, `{"productIds": {"a": ["1"]}, "filter": 3, "lines": [[]], "part": []}`,
			`{"filter": {"figures": ` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}`, `{"meta": 3}`, `{"lines": [` + strings.Repeat(`{},`, 9999) + `{}]}`} {
			got := s.send("", s.plain("POST", "/ucp/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, arguments)))
			if len(got.text) > 20_000 || got.rpc == 0 && !strings.Contains(got.text, `"isError":true`) && got.at("ucp.status") != "success" {
				t.Errorf("%s %.80s: %d, %d bytes: %.300s", name, arguments, got.status, len(got.text), got.text)
			}
		}
	}
}

// The profile names the tools as capabilities of the shop's own namespace, whose addresses are the shop's.
func TestOwnCapabilities(t *testing.T) {
	t.Parallel()
	s := newServer(t, options{})
	keys, err := s.accounts.MessageKeys()
	if err != nil {
		t.Fatal(err)
	}
	profileAt := func(public string) (http.Handler, map[string]any) {
		handler, err := agent.New(agent.Config{Store: s.Store, PublicURL: public, Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, agent.ProfilePath, nil))
		var profile map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &profile); err != nil {
			t.Fatal(err)
		}
		checkSchema(t, "discovery/profile_schema.json#/$defs/business_profile", profile)
		checkSchema(t, "discovery/profile_schema.json#/$defs/platform_profile", profile)
		return handler, profile["ucp"].(map[string]any)["capabilities"].(map[string]any)
	}
	handler, named := profileAt("https://shop.example.com")
	if len(named) != 12 {
		t.Errorf("%d capabilities", len(named))
	}
	one := named["com.example.shop.shopping.plan_cell"].([]any)[0].(map[string]any)
	at, ok := strings.CutPrefix(one["schema"].(string), "https://shop.example.com")
	if !ok || one["spec"] != "https://shop.example.com/developers" {
		t.Errorf("the capability is %v", one)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, at, nil))
	text, _ := io.ReadAll(w.Body)
	var document map[string]any
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&document); err != nil || document["name"] != "com.example.shop.shopping.plan_cell" {
		t.Errorf("%v: the schema is %.300s", err, text)
	}
	for host, want := range map[string]string{"https://my-shop.example": "example.my_shop", "http://localhost:8080": "localhost",
		"https://Shop.Example": "example.shop", "http://127.0.0.1:8080": "", "http://[::1]:8080": "", "https://3d.example": "",
		"https://shop.xn--p1ai": ""} {
		_, named := profileAt(host)
		if _, ok := named[want+".shopping.plan_cell"]; ok != (want != "") || !ok && len(named) != 5 {
			t.Errorf("%s has the capabilities %v", host, slices.Sorted(maps.Keys(named)))
		}
	}
	for _, path := range []string{"/ucp/schemas/plan_cell", "/ucp/schemas/search_catalog.json", "/ucp/schemas/x.json"} {
		s.send("", s.plain("GET", path, "")).refused(404, "not_found")
	}
}
