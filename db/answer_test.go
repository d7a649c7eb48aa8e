package db_test

import (
	"context"
	"strings"
	"testing"

	"orrery/db"
	"orrery/db/dbtest"
	"orrery/shop"
)

func ask(t *testing.T, d *dbtest.Database, question string) []shop.Answer {
	t.Helper()
	found, err := d.Store.Content.Answers(context.Background(), shop.Actor{}, question, 5)
	if err != nil {
		t.Fatalf("%s: %v", question, err)
	}
	return found
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	for question, want := range map[string]struct{ title, text string }{
		"What is the payload of the fixed arm?":     {"Six-Axis Fixed Arm", "Payload: 6 kg"},
		"How much does the fixed arm weigh?":        {"Six-Axis Fixed Arm", "Mass of the arm: 24 kg"},
		"lead time fixed arm":                       {"Six-Axis Fixed Arm", "Lead time: 2 weeks"},
		"What does the fixed arm cost?":             {"Six-Axis Fixed Arm", "Price: 22999.00 USD before tax. 3 in stock."},
		"Is the mobile assistant in stock?":         {"Mobile Assistant", "It is a pre-order item."},
		"rent the fixed arm":                        {"Six-Axis Fixed Arm", "Rental: €2,299 per month. Includes: Arm and controller;"},
		"fixed arm":                                 {"Six-Axis Fixed Arm", "A six-axis arm with 6 kg payload"},
		"orr-a6-900":                                {"Six-Axis Fixed Arm", "A six-axis arm with 6 kg payload"},
		"What is in the box of the fixed arm":       {"Six-Axis Fixed Arm", "A six-axis arm with 6 kg payload"}, // two words of three
		"modules included with the fixed arm":       {"Six-Axis Fixed Arm", "Included: Six-axis arm ORR-A6-900;"},
		"How fast is the SLAM navigation robot?":    {"SLAM Navigation Robot", "up to 1.5 m/s"},
		"shipping cost":                             {"What do tax and shipping cost?", "Shipping is free."},
		"opening hours":                             {"When is the office open?", "Monday to Friday, 9:00 AM to 6:00 PM CET"},
		"How can I pay?":                            {"How do I pay for an order?", "By bank transfer on invoice."},
		"Will the gripper fit the fixed arm?":       {"Does the gripper fit every arm?", "without an adapter"},
		"How much is the educational kit?":          {"Educational Kit", "Price: 2999.00 USD before tax."},
		"how much are the SLAM navigation robots":   {"SLAM Navigation Robot", "Price: 15999.00 USD before tax."},
		"How much does the educational kit cost?":   {"Educational Kit", "Price: 2999.00 USD before tax."},
		"How much is shipping?":                     {"What do tax and shipping cost?", "Shipping is free."},
		"How much is the payload of the fixed arm?": {"Six-Axis Fixed Arm", "Payload: 6 kg"},
		"Can I return a robot?":                     {"Can I return a product?", "within 14 days of receiving it"},
		"Do you ship to Belgium?":                   {"Which countries do you deliver to?", "Belgium, Germany, France"},
		"Do you deliver to Germany?":                {"Which countries do you deliver to?", "Belgium, Germany, France"},
		"Is there a warranty?":                      {"What warranty do I get?", "24 months"},
		"Hello":                                     {},
		"the of and":                                {},
		"teleportation":                             {},
		"Can the robot make coffee?":                {},
		"'; DROP TABLE passages; -- :* & | ! <-> (": {},
	} {
		found := ask(t, d, question)
		switch {
		case want.title == "" && len(found) > 0:
			t.Errorf("%s: answered with %s: %s", question, found[0].Title, found[0].Text)
		case want.title != "" && len(found) == 0:
			t.Errorf("%s: no answer", question)
		case want.title != "" && (found[0].Title != want.title || !strings.Contains(found[0].Text, want.text)):
			t.Errorf("%s: %s: %q, want %s: %q", question, found[0].Title, found[0].Text, want.title, want.text)
		}
	}
	if found := ask(t, d, "payload"); len(found) != 5 {
		t.Errorf("%d answers, want as many as were asked for", len(found))
	}
}

// Answers follow what they are taken from.
func TestAnswersKeepUp(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	do := func(sql string) {
		t.Helper()
		if _, err := d.SQL.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	answers := func(question string, want int) {
		t.Helper()
		if found := ask(t, d, question); len(found) != want {
			t.Errorf("%s: %d answers, want %d", question, len(found), want)
		}
	}
	do(`UPDATE products SET content = jsonb_set(content, '{specs,0,items,0,value}', '"6 kg, or two zebras"') WHERE id = 3`)
	answers("zebras", 1)
	do(`UPDATE products SET stock = 1 WHERE id = 3`)
	if text := ask(t, d, "price of the fixed arm")[0].Text; !strings.HasSuffix(text, "1 in stock.") {
		t.Errorf("the price answers %q", text)
	}
	do(`UPDATE products SET listed = false WHERE id = 3`)
	answers("zebras", 0)
	do(`UPDATE products SET listed = true WHERE id = 3`)
	answers("zebras", 1)
	do(`DELETE FROM products WHERE id = 3`)
	answers("zebras", 0)

	do(`UPDATE faq_entries SET answer = 'In pangolins.' WHERE question = 'How do I pay for an order?'`)
	answers("pangolins", 1)
	do(`DELETE FROM faq_entries`)
	answers("pangolins", 0)

	// An admin's product has none of the seed's lists, or null in their place.
	do(`INSERT INTO products (name, category, short_desc, content, created_at) VALUES ('Ocelot', 'Industrial', 'A cat.', '{"specs": null, "pricing": null}', now())`)
	answers("ocelot", 1)
}

// A question reads the index of the passages, not all of them.
func TestAnswersUseTheIndex(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	if _, err := d.SQL.Exec(`INSERT INTO passages (product_id, kind, subject, heading, body, extra)
		SELECT 3, 'figure', 'Filling', 'n' || n, 'body ' || n, '' FROM generate_series(1, 20000) n`); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL.Exec(`VACUUM ANALYZE passages`); err != nil { // with what the index has pending
		t.Fatal(err)
	}
	plan, err := db.AnswersPlan(context.Background(), d.Store, []string{"payload", "fixed or arm"})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(plan, "passages_vector") || strings.Contains(plan, "Seq Scan on passages") {
		t.Errorf("the plan is\n%s", plan)
	}
}
