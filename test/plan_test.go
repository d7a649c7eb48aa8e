package test

import (
	"log/slog"
	"strings"
	"testing"
	"unicode/utf16"

	reader "github.com/ledongthuc/pdf"
)

// A cell with 2.5 kg parts and a machine 3 m from a conveyor, from the plan that is kept to the quote as a PDF: by its
// owner, by a partner with an API key, and by a visitor.
func TestCellPlanBecomesAQuote(t *testing.T) {
	t.Parallel()
	s := start(t, slog.New(slog.DiscardHandler), nil)
	admin := s.loginDemoAdmin()
	owner, other := s.register("Ada", "ada@example.org"), s.register("Eve", "eve@example.org")
	partner := s.createKey(admin, "READ_ORDERS")
	cell := map[string]any{"armId": "1", "gripperId": "7", "part": map[string]any{"mass": 2500, "length": 80, "width": 60, "height": 60},
		"pick": map[string]any{"x": -500, "y": 450, "z": 300, "heading": 90}, "place": map[string]any{"x": 2300, "y": 450, "z": 300, "heading": 90},
		"obstacles": []any{map[string]any{"kind": "CONVEYOR", "x": 2300, "y": 600, "length": 400, "width": 800, "height": 230}}}

	const fields = `{ plan { id name cell } userErrors { message field code } }`
	kept := s.execute(owner, `mutation ($cell: CellPlanInput!) { cellPlanCreate(input: {name: " Line 3 ", cell: $cell}) `+fields+` }`, map[string]any{"cell": cell})
	payload, _ := kept.Data["cellPlanCreate"].(map[string]any)
	plan, ok := payload["plan"].(map[string]any)
	if !ok {
		t.Fatalf("kept %+v", kept)
	}
	if plan["name"] != "Line 3" || plan["cell"].(map[string]any)["armId"] != "1" || plan["cell"].(map[string]any)["lift"] != 100.0 {
		t.Fatalf("kept %v", plan)
	}
	id := map[string]any{"id": plan["id"]}
	own := func(token string) string {
		_, answer := s.send("POST", "/graphql", `{"query": "{ savedCellPlan(id: \"`+plan["id"].(string)+`\") { name } }"}`, bearer(token))
		return answer
	}
	if answer := own(other); !strings.Contains(answer, `"savedCellPlan":null`) {
		t.Errorf("another user sees %s", answer)
	}
	s.execute(owner, `mutation ($id: ID!) { cellPlanUpdate(input: {id: $id, name: "Line 4"}) `+fields+` }`, id)
	if answer := own(owner); !strings.Contains(answer, `"Line 4"`) {
		t.Errorf("the owner sees %s", answer)
	}
	if _, answer := s.send("GET", "/api/v1/auth/me/data", "", bearer(owner)); !strings.Contains(answer, `"Line 4"`) {
		t.Errorf("the data of the owner lack the plan: %s", answer)
	}
	refused := s.execute(owner, `mutation ($cell: CellPlanInput!) { cellPlanCreate(input: {name: "", cell: $cell}) `+fields+` }`,
		map[string]any{"cell": map[string]any{"armId": "1", "lift": 2000, "part": cell["part"], "pick": cell["pick"], "place": cell["place"]}})
	errs := refused.Data["cellPlanCreate"].(map[string]any)["userErrors"].([]any)
	if len(errs) != 2 || errs[0].(map[string]any)["field"].([]any)[1] != "lift" {
		t.Errorf("refused for %v", errs)
	}

	for name, token := range map[string]string{"owner": owner, "partner": partner, "visitor": ""} {
		made := s.execute(token, `mutation ($cell: CellPlanInput!) { cellPlanQuote(input: {name: "Ada King", email: "ada@example.org", cell: $cell, quantity: 2,
			idempotencyKey: "cell"}) { quote { number lines { productId quantity } } url userErrors { message } } }`, map[string]any{"cell": cell}).Data["cellPlanQuote"].(map[string]any)
		quote, ok := made["quote"].(map[string]any)
		if !ok || len(quote["lines"].([]any)) != 1 || quote["lines"].([]any)[0].(map[string]any)["quantity"] != 2.0 {
			t.Fatalf("%s: %v", name, made)
		}
		status, file := s.send("GET", made["url"].(string), "", nil)
		if status != 200 {
			t.Fatalf("%s: %d", name, status)
		}
		text := pdfText(t, file)
		for _, want := range []string{"Cell plan", "Plan from above", "Elevation", "the conveyor", "2,300 mm", "80 × 60 × 60 mm, 2.5 kg", "X 2300, Y 450, Z 300 mm, 90°",
			"Parts per hour", "fits", "Parallel Gripper is part of the plan, has no price yet", "Assumptions", "Lynch and Park", "Not checked", "this is no risk assessment"} {
			if !strings.Contains(text, want) {
				t.Errorf("the quote of the %s does not say %s: %s", name, want, text)
			}
		}
	}

	s.execute(owner, `mutation ($id: ID!) { cellPlanDelete(input: {id: $id}) `+fields+` }`, id)
	if answer := own(owner); !strings.Contains(answer, `"savedCellPlan":null`) {
		t.Errorf("after deletion: %s", answer)
	}
}

// pdfText returns the text of a PDF that package pdf made, words of a line joined by the line that they are in.
func pdfText(t *testing.T, file string) string {
	t.Helper()
	r, err := reader.NewReader(strings.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("%v: %.200q", err, file)
	}
	var text strings.Builder
	for n := 1; n <= r.NumPage(); n++ {
		reader.Interpret(r.Page(n).V.Key("Contents"), func(stack *reader.Stack, op string) {
			if op == "Tj" {
				raw := stack.Pop().RawString()
				codes := make([]uint16, len(raw)/2)
				for i := range codes {
					codes[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
				}
				text.WriteString(string(utf16.Decode(codes)) + " ")
			}
			for stack.Len() > 0 {
				stack.Pop()
			}
		})
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
