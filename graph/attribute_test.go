package graph_test

import (
	"strings"
	"testing"
)

const figuresPage = `query ($filter: ProductFilter, $sortBy: ProductSort! = CREATED_AT, $sortAttribute: ID, $sortDescending: Boolean! = false) {
	products(filter: $filter, sortBy: $sortBy, sortAttribute: $sortAttribute, sortDescending: $sortDescending) {
		nodes { id } totalCount understood { words attribute text }
	}
	productFacets(filter: $filter) { attribute { id symbol } count approximate buckets { min max text count } choices { value count } selected { min max values text } }
}`

func TestProductsAreFoundByFigures(t *testing.T) {
	d := newServer(t)
	figure := func(attribute string, bounds ...string) vars {
		f := vars{"attribute": attribute}
		for i, bound := range bounds {
			if bound != "" {
				f[[]string{"min", "max"}[i]] = bound
			}
		}
		return f
	}
	for name, c := range map[string]struct {
		filter vars
		want   string
	}{
		"payload":             {vars{"figures": []vars{figure("payload", "6 kg", "10kg")}}, "1 3 10"},
		"payload and reach":   {vars{"figures": []vars{figure("payload", "5 kg"), figure("reach", "", "0.9 m")}}, "1 3"},
		"repeatability":       {vars{"figures": []vars{figure("repeatability", "", "30 µm")}}, "3"},
		"run time":            {vars{"figures": []vars{figure("runTime", "6 h")}}, "2 4"},
		"price":               {vars{"price": vars{"max": "20000"}}, "2 4 5"},
		"stock":               {vars{"available": true}, "1 3"},
		"delivery":            {vars{"deliveryDays": 20}, "3"},
		"delivery, later":     {vars{"deliveryDays": 21}, "1 3"},
		"a category":          {vars{"category": "industrial", "figures": []vars{figure("stroke", "1 mm")}}, "1 7 8"},
		"what fits":           {vars{"fits": "3"}, "7 8"},
		"a search text":       {vars{"search": "arm 5 kg 900 mm in stock"}, "1 3"},
		"only figures":        {vars{"search": "under 0.03 mm"}, "3"},
		"a text without them": {vars{"search": "gripper"}, "7 3 5 8 9"},
		"a misspelt text":     {vars{"search": "griper 80 mm stroke"}, "7"},
		"no match":            {vars{"search": "gripper 900 kg"}, ""},
		// Texts that contain what is typed match as well.
		"a text with a figure":    {vars{"search": "1500 MM"}, "1 8"},
		"a figure, and texts":     {vars{"search": "80 mm"}, "1 2 3 5 7 10"},
		"in a category":           {vars{"search": "80 mm", "category": "educational"}, "5"},
		"with an explicit figure": {vars{"search": "80 mm", "figures": []vars{figure("payload", "6 kg")}}, "1 3 10"},
		"no such word":            {vars{"search": "zzzzzz 5 kg"}, ""},
	} {
		r := d.must("", figuresPage, vars{"filter": c.filter})
		if got := r.ids("products.nodes"); got != c.want && name != "a text without them" {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if n := len(strings.Fields(c.want)); name != "a text without them" {
			r.is("products.totalCount", n)
		}
	}
	r := d.must("", figuresPage, vars{"filter": vars{"search": "arm 5-10 kg in stock"}, "sortBy": "RELEVANCE"})
	r.is("products.understood", []any{
		map[string]any{"words": "5-10 kg", "attribute": "payload", "text": "Payload 5 kg to 10 kg"},
		map[string]any{"words": "in stock", "attribute": "available", "text": "In stock"},
	})
	d.must("", figuresPage, vars{"filter": vars{"search": "1500 mm"}}).is("products.understood", []any{})
	d.must("", figuresPage, vars{"filter": vars{"search": "80 mm"}}).is("products.understood.0.attribute", "reach")
	d.must("", figuresPage, vars{"filter": vars{"search": "80 mm"}}).is("productFacets.0.count", 6) // that state a payload
	r = d.must("", figuresPage, vars{"filter": vars{"search": "lightest arm above 5 kg"}, "sortBy": "RELEVANCE"})
	if got := r.ids("products.nodes"); got != "3 10 8 1" {
		t.Errorf("the lightest first: %s", got)
	}
	r.is("products.understood.1", map[string]any{"words": "lightest", "attribute": "mass", "text": "Mass, lowest first"})
	r = d.must("", figuresPage, vars{"filter": vars{"search": "Cheapest"}, "sortBy": "RELEVANCE"})
	if got := r.ids("products.nodes"); !strings.HasPrefix(got, "5 4 2 3 1 ") {
		t.Errorf("the cheapest first: %s", got)
	}
	r.is("products.totalCount", 10)
	// A sort order that is chosen counts.
	r = d.must("", figuresPage, vars{"filter": vars{"search": "lightest arm above 5 kg"}, "sortBy": "PRICE_DESC"})
	if got := r.ids("products.nodes"); got != "1 3 10 8" {
		t.Errorf("the most expensive first: %s", got)
	}
	r.is("products.understood", []any{map[string]any{"words": "above 5 kg", "attribute": "payload", "text": "Payload at least 5 kg"}})
	r = d.must("", figuresPage, vars{"sortAttribute": "payload", "sortDescending": true})
	if got := r.ids("products.nodes"); !strings.HasPrefix(got, "4 8 10 3 1 ") {
		t.Errorf("by payload: %s", got)
	}
	r.is("products.totalCount", 10)
	r = d.must("", figuresPage, vars{"filter": vars{"figures": []vars{figure("payload", "6 kg")}}})
	r.is("productFacets.0.attribute", map[string]any{"id": "payload", "symbol": "kg"})
	r.is("productFacets.0.selected", map[string]any{"min": "6000", "max": nil, "values": []any{}, "text": "Payload at least 6 kg"})
	r.is("productFacets.0.approximate", false)
	r.is("productFacets.1.count", 3) // that state a reach, and payload enough
	for name, c := range map[string]struct {
		filter      vars
		field, code string
	}{
		"an unknown attribute": {vars{"figures": []vars{figure("colour", "1")}}, "filter.figures.0.attribute", "INVALID"},
		"no number":            {vars{"figures": []vars{figure("payload", "much")}}, "filter.figures.0.min", "INVALID"},
		"a reversed range":     {vars{"figures": []vars{figure("payload", "2 kg", "1 kg")}}, "filter.figures.0.max", "OUT_OF_RANGE"},
		"a price":              {vars{"price": vars{"min": "x"}}, "filter.price.min", "INVALID"},
		"an unknown product":   {vars{"fits": "99"}, "filter.fits", "INVALID"},
		"days":                 {vars{"deliveryDays": 4000}, "filter.deliveryDays", "OUT_OF_RANGE"},
	} {
		for _, query := range []string{`products(filter: $filter) { totalCount }`, `productFacets(filter: $filter) { count }`} {
			r := d.ask("", `query ($filter: ProductFilter) { `+query+` }`, vars{"filter": c.filter})
			if r.code() != c.code || strings.Join(r.Errors[0].Extensions.Field, ".") != c.field {
				t.Errorf("%s: %+v", name, r.Errors)
			}
		}
	}
}

func TestAttributesAreEdited(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	const create = `mutation ($input: AttributeCreateInput!) { attributeCreate(input: $input) { attribute { id label kind unit choices filterable position builtIn } userErrors { code field } } }`
	noise := vars{"id": "noise", "label": "Noise", "kind": "NUMBER", "position": 45}
	d.must(admin, create, vars{"input": noise}).is("attributeCreate.attribute", map[string]any{"id": "noise", "label": "Noise", "kind": "NUMBER", "unit": "NONE",
		"choices": []any{}, "filterable": true, "position": 45, "builtIn": false})
	d.must(admin, create, vars{"input": noise}).is("attributeCreate.userErrors", []any{map[string]any{"code": "TAKEN", "field": []any{"id"}}})
	d.must(admin, create, vars{"input": vars{"id": "other", "label": "NOISE", "kind": "NUMBER"}}).is("attributeCreate.userErrors.0.field", []any{"label"})
	const state = `mutation ($attributes: [ProductAttributeInput!]) { productUpdate(input: { id: "3", content: { attributes: $attributes } }) {
		product { attributes { attribute { id } value text } } userErrors { code field } } }`
	d.must(admin, state, vars{"attributes": []vars{{"id": "noise", "value": "65"}, {"id": "repeatability", "value": "0.03 mm"}}}).is("productUpdate.product.attributes.4",
		map[string]any{"attribute": map[string]any{"id": "noise"}, "value": "65", "text": "65"})
	d.must(admin, state, vars{"attributes": []vars{{"id": "noise", "value": "loud"}}}).is("productUpdate.userErrors", []any{map[string]any{"code": "INVALID",
		"field": []any{"content", "attributes", "0", "value"}}})
	const find = `{ products(filter: { figures: [{ attribute: "noise", max: "70" }] }) { totalCount } }`
	d.must("", find, nil).is("products.totalCount", 1)
	d.must(admin, `mutation { attributeUpdate(input: { id: "noise", label: "Noise level", filterable: false }) { attribute { label filterable position } userErrors { code } } }`, nil).
		is("attributeUpdate.attribute", map[string]any{"label": "Noise level", "filterable": false, "position": 45})
	if r := d.ask("", find, nil); r.code() != "INVALID" {
		t.Errorf("an attribute that is not filterable: %+v", r.Errors)
	}
	d.must(admin, `mutation { attributeDelete(input: { id: "payload" }) { deletedId userErrors { code } } }`, nil).is("attributeDelete.userErrors.0.code", "NOT_ALLOWED")
	d.must(admin, `mutation { attributeDelete(input: { id: "noise" }) { deletedId userErrors { code } } }`, nil).is("attributeDelete.deletedId", "noise")
	d.must("", `{ product(id: "3") { attributes { attribute { id } } } attributes { id } }`, nil).is("attributes.3.id", "repeatability")
	d.must(admin, `{ auditEntries(filter: { object: ATTRIBUTE }) { nodes { objectId action } } }`, nil).is("auditEntries.nodes", []any{
		map[string]any{"objectId": "noise", "action": "DELETED"}, map[string]any{"objectId": "noise", "action": "CHANGED"}, map[string]any{"objectId": "noise", "action": "CREATED"}})
	// The product still names the attribute, which no longer counts.
	d.must(admin, state, vars{"attributes": []vars{{"id": "noise", "value": "65"}}}).is("productUpdate.userErrors", []any{})
	var events int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM events WHERE kind LIKE 'attribute.%'`).Scan(&events); err != nil || events != 3 {
		t.Errorf("%d events, %v", events, err)
	}
}
