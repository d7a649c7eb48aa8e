package graph_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A cursor is good for the list and the order that it came from, and every other list refuses it and says so.
func TestCursorsBelongToTheirList(t *testing.T) {
	d := newServer(t)
	admin := d.admin("root@example.org")
	d.key(admin, "READ_EVENTS")
	d.must(d.buyers(1, map[int]int{1: 1})[0], place, checkout("k", nil))
	if _, err := d.SQL.Exec(`INSERT INTO contact_messages (id, name, email, subject, message, created_at)
		VALUES (gen_random_uuid(), 'Bob', 'bob@example.org', 'Rail', 'How long?', '2026-03-01T09:00:00Z')`); err != nil {
		t.Fatal(err)
	}
	d.publish()
	lists := []string{"orders(sort: NEWEST)", "orders(sort: OLDEST)", "orders(sort: TOTAL_ASC)", "customers(sort: NEWEST)", "customers(sort: NAME)",
		"contactMessages(sort: NEWEST)", "inventory(sort: NAME)", "inventory(sort: STOCK)", "products(sortBy: NAME)", "products(sortBy: PRICE_ASC)",
		"products(sortBy: PRICE_DESC)", "products(sortBy: RATING)", "products(sortBy: CREATED_AT)", `products(sortBy: RELEVANCE, filter: {search: "arm"})`,
		"apiKeys()", "auditEntries()", "events()", "team()", "companyHistory()"}
	read := func(list string, after any) reply {
		query := strings.Replace(list, "(", "(first: 1, after: $after ", 1)
		return d.ask(admin, `query ($after: String) { list: `+query+` { pageInfo { endCursor } } }`, vars{"after": after})
	}
	cursors := map[string]any{}
	for _, list := range lists {
		r := read(list, nil)
		if len(r.Errors) > 0 {
			t.Fatalf("%s: %+v", list, r.Errors)
		}
		if cursors[list] = r.at("list.pageInfo.endCursor"); cursors[list] == nil {
			t.Errorf("%s is empty", list)
		}
	}
	refused := func(list string, after any) {
		t.Helper()
		r := read(list, after)
		if len(r.Errors) != 1 || r.Errors[0].Extensions.Code != "INVALID" || !slices.Equal(r.Errors[0].Extensions.Field, []string{"after"}) {
			t.Errorf("%s takes %v: %+v", list, after, r.Errors)
		}
	}
	for _, list := range lists {
		if r := read(list, cursors[list]); len(r.Errors) > 0 {
			t.Errorf("%s refuses its own cursor: %+v", list, r.Errors)
		}
		for _, other := range lists {
			if other != list {
				refused(list, cursors[other])
			}
		}
		name, _, _ := strings.Cut(list, "(")
		for _, forged := range []string{"", "x", "e30", `{"k":"","i":""}`, `{"k":"\u0000","i":"1"}`, `{"k":"x","i":"x"}`, `{"l":"` + name + `","k":"x","i":"x"}`, `[]`} {
			refused(list, base64.RawURLEncoding.EncodeToString([]byte(forged)))
			if strings.HasPrefix(forged, "x") {
				refused(list, forged)
			}
		}
	}
	told, _ := d.subscribe(admin, eventAdded, vars{"after": cursors["team()"]})
	if text := next(t, told); !strings.Contains(text, `"code":"INVALID"`) {
		t.Errorf("the feed takes the cursor of the team: %s", text)
	}
	// Partners may have kept a cursor of the feed from before cursors named their list.
	old := base64.RawURLEncoding.EncodeToString([]byte(fmt.Sprintf(`{"k":"","i":"%d"}`, 1)))
	if r := read("events()", old); len(r.Errors) > 0 {
		t.Errorf("an old cursor of the feed: %+v", r.Errors)
	}
}
