package graph_test

import (
	"fmt"
	"strings"
	"testing"
)

const cellPlan = `query ($input: CellPlanInput!) { cellPlan(input: $input) { outcome
	checks { rule outcome message needed limit unit remedies { message change { armId railId withoutRail gripperId standHeight lift
		pick { x y z heading } place { x y z heading } } } }
	cycle { duration partsPerHour energy slowest { name duration axis } moves { name duration axis } pick place
		frames { time joints holding opening } }
	costs { price { amount currency } knownPrice { amount } priceWithTax { amount }
		rentOrBuy { months rented { amount } } payback labourPerMonth { amount } }
	delivery { from until payBy } notChecked assumptions products { id name } } }`

// cell is a plan in which the fixed arm alone moves a part of 1 kg, with the changes of a test.
func cell(changes vars) vars {
	input := vars{"armId": "3", "part": vars{"mass": 1000, "length": 80, "width": 60, "height": 60},
		"pick": vars{"x": 450, "y": -250, "z": 230}, "place": vars{"x": 450, "y": 250, "z": 230, "heading": 90}}
	for name, value := range changes {
		input[name] = value
	}
	return vars{"input": input}
}

func TestCellPlan(t *testing.T) {
	d := newServer(t)
	r := d.must("", cellPlan, cell(vars{"partsPerHour": 600, "labourCost": "30.00"}))
	for path, want := range map[string]any{
		"outcome": "FITS", "products.0.id": "3", "cycle.moves.0.name": "Approach", "cycle.moves.3.name": "Travel",
		"cycle.frames.0.time": 0, "cycle.frames.0.holding": false,
		"costs.price.amount": "22999.00", "costs.knownPrice.amount": "22999.00", "costs.priceWithTax.amount": "25298.90",
		"costs.labourPerMonth.amount": "5000.00", "costs.payback": 4.6, "costs.rentOrBuy.rented.amount": "82764.00",
	} {
		r.is("cellPlan."+path, want)
	}
	if poses := r.at("cellPlan.cycle.pick").([]any); len(poses) != 6 {
		t.Errorf("the posture is %v", poses)
	}
	if r.at("cellPlan.delivery.until") == nil {
		t.Error("there is no delivery date")
	}

	// Each proposed change, applied as it is told, mends what it was told for.
	far := cell(vars{"gripperId": "7", "place": vars{"x": 2000, "y": 400, "z": 300}})
	r = d.must("", cellPlan, far)
	r.is("cellPlan.checks.1.outcome", "DOES_NOT_FIT")
	r.is("cellPlan.cycle", nil)
	r.is("cellPlan.costs.price", nil)
	r.is("cellPlan.costs.knownPrice.amount", "22999.00")
	r.is("cellPlan.checks.1.remedies.0.change.railId", "8")
	for _, remedy := range r.at("cellPlan.checks.1.remedies").([]any) {
		change := vars{"gripperId": "7", "place": vars{"x": 2000, "y": 400, "z": 300}}
		for name, value := range remedy.(map[string]any)["change"].(map[string]any) {
			if value != nil && name != "withoutRail" {
				change[name] = value
			}
		}
		d.must("", cellPlan, cell(change)).is("cellPlan.checks.1.outcome", "FITS")
	}

	for _, c := range []struct {
		changes vars
		want    string
	}{
		{vars{"armId": "99"}, "input.armId: Arm not found among those for cell plans"},
		{vars{"armId": "7"}, "input.armId: Arm not found among those for cell plans"},
		{vars{"armId": "1", "railId": "8"}, "input.railId: The arm is mounted on its own rail"},
		{vars{"pick": vars{"x": 30000, "y": 0, "z": 0}}, "input.pick.x: X must be between -20000 and 20000"},
		{vars{"standHeight": 1501}, "input.standHeight: Height of the stand must be between 0 and 1500"},
		{vars{"labourCost": "NaN"}, "input.labourCost: Labour cost must be"},
	} {
		r := d.ask("", cellPlan, cell(c.changes))
		field, message, _ := strings.Cut(c.want, ": ")
		if text := fmt.Sprint(r); !strings.Contains(text, message) || !strings.Contains(text, strings.ReplaceAll(field, ".", " ")) {
			t.Errorf("%v: %v, want %q", c.changes, r, c.want)
		}
	}
}

// The parts are read once, and again after an administrator has changed one: here, what a price is.
func TestCellParts(t *testing.T) {
	d := newServer(t)
	const parts = `{ cellParts { arms { product { id price { amount } } hasRail upper fore shoulder wristOffset wrist flange deck stroke
		axes { name unit min max speed acceleration } } rails { product { id } deck stroke axis { name max } }
		grippers { product { id motion { gripper { length } } } pads stroke } cameras { id } } }`
	r := d.must("", parts, nil)
	for path, want := range map[string]any{
		"arms.0.product.id": "1", "arms.0.hasRail": true, "arms.0.deck": 176, "arms.0.axes.0.name": "Rail", "arms.0.axes.0.max": 1500,
		"arms.1.product.id": "3", "arms.1.upper": 475, "arms.1.axes.2.min": -155, "arms.1.axes.5.speed": 240, "arms.2.product.id": "10",
		"arms.2.flange": 127.16, "rails.0.stroke": 1500, "grippers.0.pads": 166, "grippers.0.product.motion.gripper.length": 189,
		"cameras.0.id": "9", "arms.1.product.price.amount": "22999.00",
	} {
		r.is("cellParts."+path, want)
	}
	admin := d.admin("root@example.org")
	d.must(admin, `mutation { productUpdate(input: {id: "3", price: "21000"}) { userErrors { message } } }`, nil)
	d.must("", parts, nil).is("cellParts.arms.1.product.price.amount", "21000.00")
	d.must("", cellPlan, cell(nil)).is("cellPlan.costs.price.amount", "21000.00")

	// An edit that doesn't mention the figures keeps them; one that does checks and replaces them.
	d.must(admin, `mutation { productUpdate(input: {id: "7", engineering: {kind: GRIPPER, payloadGrams: 3000, massGrams: 900}, content: {modules: ["One"]}}) { userErrors { message } } }`, nil)
	d.must("", parts, nil).is("cellParts.grippers.0.pads", 166)
	const change = `mutation ($s: Float!) { productUpdate(input: {id: "7", content: {motion: {gripper: {stroke: $s, pads: 150, length: 170, radius: 50, centre: 70,
		closingSpeed: 50, force: 100, friction: 0.3, safety: 2}}}}) { userErrors { code field } } }`
	r = d.must(admin, change, vars{"s": -1})
	r.is("productUpdate.userErrors.0.code", "OUT_OF_RANGE")
	r.is("productUpdate.userErrors.0.field", []any{"content", "motion", "gripper", "stroke"})
	d.must(admin, change, vars{"s": 60}).is("productUpdate.userErrors", []any{})
	d.must("", parts, nil).is("cellParts.grippers.0.stroke", 60)
}
