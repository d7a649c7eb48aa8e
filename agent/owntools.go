package agent

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"orrery/shop"
	"orrery/telemetry"
)

// ownVersion is the version of the capabilities of the shop's own tools. A change that breaks agents is a new version.
const ownVersion = "2026-11-26"

// schemasPath is where the schemas of the shop's own tools are, as {name}.json.
const schemasPath = "/ucp/schemas/"

// ownTools are the tools of what only this shop knows: what its data sheets say about work in a robot cell. Their
// arguments, limits and results are those of the graph.
func (a *api) ownTools() []tool {
	reading := annotations{ReadOnly: true, Idempotent: true, OpenWorld: true}
	own := func(t tool, properties map[string]schema) tool {
		t.Input = withMeta(t.Input, t.scope != "")
		t.Output = resultSchema(properties)
		if t.scope == "" {
			t.Annotations = reading
		}
		return t
	}
	return []tool{
		own(tool{Name: "find_by_figures", Title: "Find products by figures", Input: findSchema,
			Description: "Finds products by figures of their data sheets, such as payload, reach, mass, price or " +
				"delivery time. Call it without arguments to see which attributes there are. Products have their " +
				"figures with units.",
			do: doing(findSchema, findInput{SortBy: "RELEVANCE", First: defaultPage}, a.findByFigures)},
			map[string]schema{"products": list(offerSchema), "endCursor": text("Pass it as `after` for more."),
				"understood": list(text("A condition that the search text states, such as Payload at least 5 kg.")),
				"attributes": list(object(nil, map[string]schema{
					"id": text("For filter.figures."), "label": text("Name."),
					"kind": text("NUMBER is filtered by min and max, CHOICE and FLAG by values."),
					"unit": text("Of a number without one."), "choices": list(text("Accepted value."))}))}),
		own(tool{Name: "compare_products", Title: "Compare products", Input: compareSchema,
			Description: "Returns up to three products side by side: price, stock, delivery, warranty, figures " +
				"and the whole data sheet.",
			do: doing(compareSchema, idsInput{}, a.compareProducts)},
			map[string]schema{"products": list(offerSchema), "unknown": list(text("ID that no product has."))}),
		own(tool{Name: "check_fit", Title: "Check fit", Input: fitSchema,
			Description: "Checks by their data sheets whether arms, grippers, rails and mobile bases work together " +
				"with a part of a given mass: payload, flanges, voltage, current, interfaces, mounting. It warns " +
				"and blocks nothing.",
			do: doing(fitSchema, fitInput{}, a.checkFit)},
			map[string]schema{"outcome": outcomeSchema, "partMassGrams": whole(0, "Mass that was checked, in grams."),
				"groups": list(object(nil, map[string]schema{"products": list(anySchema), "lines": checksSchema}))}),
		own(tool{Name: "plan_cell", Title: "Plan a robot cell", Input: cellSchema,
			Description: "Plans a robot cell in which an arm moves parts from one point to another: whether the " +
				"arm reaches, what it carries and hits, how long a cycle takes, what the products cost and when " +
				"they arrive, and what would help if something does not work. Millimetres with z up; the origin is " +
				"on the floor below the first axis of the arm, on a rail below the arm when the carriage is at the " +
				"start; x runs along the rail. It is no risk assessment.",
			do: doing(cellSchema, defaultCell, a.planCell)}, planProperties),
		own(tool{Name: "delivery_date", Title: "Estimate delivery", Input: idsSchema,
			Description: "Says when products ordered now are expected to arrive, and by when the payment has to.",
			do:          doing(idsSchema, idsInput{}, a.deliveryDate)},
			map[string]schema{"deliveries": list(object(nil, map[string]schema{"delivery": periodSchema,
				"leadTime": nullable(text("Delivery time that the data sheet states, counted from payment.")),
				"reason":   text("Why there is no estimate.")})), "unknown": list(text("ID that no product has."))}),
		own(tool{Name: "rent_or_buy", Title: "Compare renting with buying", Input: rentOrBuySchema,
			Description: "Compares what renting and buying a product cost for a number of months, and says after " +
				"how many months buying is cheaper.",
			do: doing(rentOrBuySchema, rentOrBuyInput{Months: defaultMonths}, a.rentOrBuy)},
			map[string]schema{"comparison": breakEvenSchema, "reason": text("Why there is no comparison.")}),
		own(tool{Name: "create_quote", Title: "Create a quote", Input: quoteSchema, scope: shop.PrepareCheckouts,
			Description: "Creates a written offer for a person, valid for 30 days: a number, a PDF, and a page on " +
				"which the person can order it. Nothing is reserved or ordered. Whoever has a link can read the " +
				"quote: give it to that person only. Requires a signed request; at most 20 an hour from a network " +
				"address.",
			do: doing(quoteSchema, quoteSent{}, a.createQuote)},
			map[string]schema{"number": text("Number of the quote."), "pdf": text("Address of the PDF."),
				"validUntil": text("Last day, YYYY-MM-DD."), "lines": list(anySchema), "subtotal": priceSchema,
				"taxPercent": text("Tax rate in percent."), "tax": priceSchema, "shipping": priceSchema,
				"total": priceSchema, "fit": {"description": "Result as of check_fit, if it was requested."}}),
	}
}

// withMeta returns the schema of arguments with the argument meta, which names the platform.
func withMeta(input schema, needed bool) schema {
	properties := map[string]schema{"meta": metaSchema}
	for name, of := range input["properties"].(map[string]schema) {
		properties[name] = of
	}
	names, _ := input["required"].([]string)
	if needed {
		names = append(slices.Clone(names), "meta")
	}
	return closed(names, properties)
}

// capabilityOf returns the name of the capability of a tool of the shop, "" if there is no namespace for it.
func (a *api) capabilityOf(tool string) string {
	if a.namespace == "" {
		return ""
	}
	return a.namespace + ".shopping." + tool
}

// capabilityName is the form of the names of capabilities.
var capabilityName = regexp.MustCompile(`^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$`)

// namespaceOf returns the namespace of capabilities whose authority is a host: its labels in reverse, with underscores
// for hyphens, which the protocol's names can't contain; hosts have no underscores, so that no two share a namespace.
// It is empty for hosts that such names can't contain either: IP addresses, labels that begin with a digit, and
// top-level domains with hyphens.
func namespaceOf(host string) string {
	labels := strings.Split(strings.ReplaceAll(strings.ToLower(host), "-", "_"), ".")
	slices.Reverse(labels)
	if name := strings.Join(labels, "."); capabilityName.MatchString(name + ".shopping") {
		return name
	}
	return ""
}

// serveSchema serves the JSON Schemas of the arguments and the result of one of the shop's own tools.
func (a *api) serveSchema(w http.ResponseWriter, r *http.Request) {
	telemetry.Of(r.Context()).Route = schemasPath + "{name}"
	name, isJSON := strings.CutSuffix(r.PathValue("name"), ".json")
	at := slices.IndexFunc(a.tools, func(t tool) bool { return t.op == nil && t.Name == name })
	if !isJSON || at < 0 {
		refuse(w, &failure{status: http.StatusNotFound, code: "not_found", content: "Not found: check the path"})
		return
	}
	t := a.tools[at]
	document := schema{"$schema": "https://json-schema.org/draft/2020-12/schema",
		"$id": a.PublicURL + schemasPath + r.PathValue("name"), "title": t.Title, "description": t.Description,
		"$defs": map[string]schema{"arguments": t.Input, "result": t.Output}}
	if capability := a.capabilityOf(name); capability != "" {
		document["name"], document["version"] = capability, ownVersion
	}
	text, err := json.Marshal(document)
	if err != nil {
		panic(err) // schemas always encode
	}
	h := w.Header()
	h.Set("Content-Type", "application/schema+json")
	h.Set("Cache-Control", "public, max-age=300")
	_, _ = w.Write(text)
}
