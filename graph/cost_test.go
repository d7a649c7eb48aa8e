package graph_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"orrery/graph"
)

func TestCostsOfFields(t *testing.T) {
	api := graph.NewSchema(&graph.Resolver{})
	cost := func(field string, each int, args map[string]any) (int, bool) {
		object, name, _ := strings.Cut(field, ".")
		return api.Complexity(context.Background(), object, name, each, args)
	}
	ids := func(n int) []any { return slices.Repeat([]any{"1"}, n) }

	// Lists without an argument first, of elements that cost 3.
	others := map[string]bool{}
	for _, c := range []struct {
		field string
		args  vars
		want  int
	}{
		{"Query.productsByIds", vars{"ids": ids(0)}, 4},
		{"Query.productsByIds", vars{"ids": ids(4)}, 13},
		{"Query.productsByIds", vars{"ids": ids(500)}, 301},
		{"Query.productsByIds", vars{"ids": "1"}, 4},
		{"Query.productsByIds", vars{"ids": []string{"1", "2"}}, 7},
		{"Query.fitCheck", vars{"productIds": ids(0), "partMassGrams": int64(1)}, 4},
		{"Query.fitCheck", vars{"productIds": ids(2), "partMassGrams": int64(1)}, 7},
		{"Query.fitCheck", vars{"productIds": ids(8), "partMassGrams": int64(1)}, 49},
		{"Query.fitCheck", vars{"productIds": ids(20), "partMassGrams": int64(1)}, 301},
		{"Query.preOrderQueues", nil, 301},
		{"Query.staffRoles", nil, 151},
		{"Query.staffInvitations", nil, 301},
		{"User.addresses", nil, 61},
		{"Query.attributes", nil, 301},
		{"Query.productFacets", nil, 61},
		{"Product.attributes", nil, 31},
		{"User.cellPlans", nil, 301},
		{"Query.cellPlan", nil, 53},
		{"CellPlan.products", nil, 13},
		{"CellParts.arms", nil, 61},
		{"CellParts.rails", nil, 61},
		{"CellParts.grippers", nil, 61},
		{"CellParts.cameras", nil, 61},
		{"User.sessions", nil, 151},
		{"Transfer.proposals", nil, 16},
		{"PreOrder.expectedDeliveryChanges", nil, 61},
		{"PreOrderMovePreview.preOrders", nil, 1506},
		{"PreOrderMovePayload.preOrders", nil, 1506},
	} {
		others[c.field] = true
		if got, ok := cost(c.field, 3, c.args); got != c.want || !ok {
			t.Errorf("%s %v costs %d, %t, want %d", c.field, c.args, got, ok, c.want)
		}
	}

	lists := 0
	for _, object := range schema(t).Types {
		for _, f := range object.Fields {
			field := object.Name + "." + f.Name
			if f.Arguments.ForName("first") == nil {
				if got, ok := cost(field, 3, nil); ok && !others[field] {
					t.Errorf("%s costs %d", field, got)
				}
				continue
			}
			lists++
			for _, c := range []struct {
				first      any
				each, want int
			}{
				{int64(1), 3, 4},
				{int64(7), 3, 22},
				{json.Number("7"), 3, 22},
				{int64(100), 3, 301},
				{int64(math.MaxInt32), 3, 301},
				{int64(0), 3, 4},
				{int64(-5), 3, 4},
				{int64(100), math.MaxInt32, math.MaxInt32},
			} {
				required := vars{"first": c.first, "question": "a", "webhookId": "a"}
				if got, ok := cost(field, c.each, required); got != c.want || !ok {
					t.Errorf("%s(first: %v) of elements that cost %d costs %d, %t, want %d", field, c.first, c.each, got, ok, c.want)
				}
			}
			if got, ok := cost(field, 3, vars{"first": "many"}); ok {
				t.Errorf("%s of many costs %d", field, got)
			}
		}
	}
	if lists < 20 {
		t.Errorf("only %d lists have an argument first", lists)
	}
}
