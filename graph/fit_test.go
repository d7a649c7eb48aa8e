package graph_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const fitCheck = `query ($ids: [ID!]!, $part: Int!) { fitCheck(productIds: $ids, partMassGrams: $part) { partMassGrams outcome
	groups { products { id name } lines { rule outcome message needed limit unit } } } }`

func TestFitCheck(t *testing.T) {
	d := newServer(t)
	r := d.must("", fitCheck, vars{"ids": []string{"7", "3", "8", "99", "x", "3"}, "part": 3000})
	for path, want := range map[string]any{
		"outcome": "FITS", "partMassGrams": 3000, "groups.0.products.0.id": "3", "groups.0.products.1.name": "Parallel Gripper",
		"groups.0.lines.0.message": "Gripper 0.9 kg and part 3 kg leave 2.1 kg of 6 kg", "groups.0.lines.0.needed": 3900, "groups.0.lines.0.limit": 6000,
		"groups.0.lines.0.unit": "g", "groups.0.lines.2.needed": nil,
		"groups.0.lines.5.message": "Both have RS-485 (Modbus RTU) and digital I/O", "groups.1.products.1.id": "8",
		"groups.1.lines.0.message": "Arm 24 kg, gripper 0.9 kg and part 3 kg leave 12.1 kg of 40 kg",
	} {
		r.is("fitCheck."+path, want)
	}
	r = d.must("", fitCheck, vars{"ids": []string{"2", "9", "13"}, "part": 0})
	r.is("fitCheck.outcome", nil)
	r.is("fitCheck.groups", []any{})
	d.must("", fitCheck, vars{"ids": []string{"10", "7"}, "part": 0}).is("fitCheck.groups.0.lines.5.outcome", "NOT_STATED")
	d.must("", fitCheck, vars{"ids": []string{"1", "8"}, "part": 0}).is("fitCheck.groups.1.lines.0.outcome", "DOES_NOT_FIT")

	for _, c := range []struct {
		ids  []string
		part int
		want string
	}{
		{nil, 0, "The number of productIds must be between 1 and 20"}, {slices.Repeat([]string{"1"}, 21), 0, "The number of productIds must be between 1 and 20"},
		{[]string{"1"}, -1, "Part mass in grams must be between 0 and 1000000"}, {[]string{"1"}, 1_000_001, "Part mass in grams must be between 0 and 1000000"},
	} {
		if r := d.ask("", fitCheck, vars{"ids": append([]string{}, c.ids...), "part": c.part}); !strings.Contains(fmt.Sprint(r), c.want) {
			t.Errorf("%v, %d: %v, want %q", c.ids, c.part, r, c.want)
		}
	}
}

// The figures of the check are those that the pages show.
func TestEngineeringAgreesWithThePlate(t *testing.T) {
	d := newServer(t)
	grams := func(text string) any { // such as 0.9 kg
		kilograms, err := strconv.ParseFloat(strings.TrimSuffix(text, " kg"), 64)
		if err != nil {
			t.Fatal(err)
		}
		return float64(int(kilograms*1000 + 0.5))
	}
	for _, p := range d.must("", `{ products(first: 100) { nodes { id plate { label value }
		engineering { payloadGrams reachMm massGrams toolFlange robotFlange } } } }`, nil).at("products.nodes").([]any) {
		product := p.(map[string]any)
		stated, ok := product["engineering"].(map[string]any)
		if !ok {
			t.Errorf("product %s has no figures", product["id"])
			continue
		}
		for _, item := range product["plate"].([]any) {
			item := item.(map[string]any)
			value := item["value"].(string)
			switch item["label"] {
			case "Payload":
				sameFigure(t, product["id"], stated["payloadGrams"], grams(value))
			case "Mass":
				sameFigure(t, product["id"], stated["massGrams"], grams(value))
			case "Reach":
				reach, _ := strconv.ParseFloat(strings.TrimSuffix(value, " mm"), 64)
				sameFigure(t, product["id"], stated["reachMm"], reach)
			case "Flange":
				sameFigure(t, product["id"], stated["robotFlange"], value)
			}
		}
	}
}

func sameFigure(t *testing.T, id, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("product %s states %v, its plate says %v", id, got, want)
	}
}

func TestEngineeringIsEdited(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	const update = `mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) { product { description highlights
		engineering { kind hasRail payloadGrams reachMm toolFlange supply { minVolts maxVolts current milliamps } outlet { maxVolts } interfaces toolInterfaces } }
		userErrors { message code field } } }`
	before := d.must("", `{ product(id: "12") { engineering { kind } description } }`, nil)
	before.is("product.engineering", nil)
	r := d.must(admin, update, vars{"input": vars{"id": "12", "description": "A gantry.", "engineering": vars{"kind": "RAIL", "payloadGrams": 50000,
		"supply": vars{"minVolts": 24, "maxVolts": 48, "current": "DC", "milliamps": 9000}, "interfaces": []string{"EtherCAT", " "}}}})
	r.is("productUpdate.userErrors", []any{})
	for path, want := range map[string]any{"description": "A gantry.", "engineering.kind": "RAIL", "engineering.payloadGrams": 50000, "engineering.reachMm": nil,
		"engineering.toolFlange": "", "engineering.supply.maxVolts": 48, "engineering.outlet": nil, "engineering.interfaces": []any{"EtherCAT"},
		"engineering.toolInterfaces": []any{}, "engineering.hasRail": false} {
		r.is("productUpdate.product."+path, want)
	}
	d.must("", fitCheck, vars{"ids": []string{"3", "12"}, "part": 0}).is("fitCheck.groups.1.lines.0.message", "Arm 24 kg leaves 26 kg of 50 kg")

	// What is absent stays; figures are replaced as a whole.
	d.must(admin, update, vars{"input": vars{"id": "12", "stock": 1}}).is("productUpdate.product.engineering.payloadGrams", 50000)
	r = d.must(admin, update, vars{"input": vars{"id": "12", "engineering": vars{"kind": "OTHER"}}})
	r.is("productUpdate.product.engineering.payloadGrams", nil)
	r.is("productUpdate.product.description", "A gantry.")

	r = d.must(admin, update, vars{"input": vars{"id": "12", "engineering": vars{"kind": "ARM", "payloadGrams": 0, "supply": vars{"minVolts": 24, "maxVolts": 12, "current": "DC"}}}})
	r.is("productUpdate.product", nil)
	r.is("productUpdate.userErrors.0.message", "Payload in grams must be between 1 and 100000000")
	r.is("productUpdate.userErrors.0.field", []any{"engineering", "payloadGrams"})
	r.is("productUpdate.userErrors.1.message", "Highest voltage of the supply must be between 24 and 1000")
}
