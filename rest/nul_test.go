package rest_test

import (
	"bytes"
	"strings"
	"testing"
)

// PostgreSQL has no room for NUL characters: whatever text has one is refused with its name, wherever it stands.
func TestNULIsRefusedByName(t *testing.T) {
	f := newServer(t, nil)
	const uuid = "01890000-0000-7000-8000-000000000000"
	json := func(text string) (string, *bytes.Buffer) { return "application/json", bytes.NewBufferString(text) }
	form := func(name string) (string, *bytes.Buffer) {
		return formOf(t, part{name: name, content: "a\x00"})
	}
	empty := func() (string, *bytes.Buffer) { return "", &bytes.Buffer{} }
	for _, c := range []struct {
		method, path string
		body         func() (string, *bytes.Buffer)
		field        string
	}{
		{"GET", "/product/%00", empty, "id"},
		{"GET", "/order/%00", empty, "id"},
		{"GET", "/orders/%00/invoice", empty, "id"},
		{"DELETE", "/cart/%00", empty, "id"},
		{"DELETE", "/admin/product/1%00", empty, "id"},
		{"GET", "/products?search=%00", empty, "search"},
		{"GET", "/products?category=a%00", empty, "category"},
		{"GET", "/contact?after=%00", empty, "after"},
		{"GET", "/exports/orders.csv?search=%00", empty, "search"},
		{"POST", "/auth/login", func() (string, *bytes.Buffer) { return json(`{"email":"a\u0000@b.example","password":"x"}`) }, "email"},
		{"POST", "/auth/login", func() (string, *bytes.Buffer) { return json(`{"email":"a@b.example","password":"\u0000"}`) }, "password"},
		{"POST", "/cart", func() (string, *bytes.Buffer) { return json(`{"productId":"\u0000","quantity":1}`) }, "productId"},
		{"PATCH", "/preorders/" + uuid, func() (string, *bytes.Buffer) { return json(`{"status":"\u0000"}`) }, "status"},
		{"POST", "/preorders", func() (string, *bytes.Buffer) { return json(`{"productId":"2","extras":[{"a":"\u0000"}]}`) }, "extras.0.a"},
		{"POST", "/admin/product/new", func() (string, *bytes.Buffer) { return form("name") }, "name"},
		{"POST", "/team", func() (string, *bytes.Buffer) { return form("role") }, "role"},
	} {
		kind, body := c.body()
		r := f.send(c.method, "/api/v1"+c.path, f.admin, kind, body)
		if r.status != 422 || r.Code != "INVALID" || !strings.Contains(r.Errors[c.field], "NUL") {
			t.Errorf("%s %s: %d %s", c.method, c.path, r.status, r.body)
		}
	}
	// Bytes that are no UTF-8 would be dropped silently, and a search for nothing else find everything.
	for path, field := range map[string]string{"/products?q=%FF": "q", "/exports/orders.csv?search=%FF%FE": "search"} {
		if r := f.send("GET", "/api/v1"+path, f.admin, "", nil); r.status != 400 || r.Code != "BAD_REQUEST" || r.Errors[field] == "" {
			t.Errorf("%s: %d %.200s", path, r.status, r.body)
		}
	}
	kind, body := formOf(t, part{name: "name", content: "Jos\xe9"}, part{name: "role", content: "Engineer"})
	if r := f.send("POST", "/api/v1/team", f.admin, kind, body); r.status != 400 || !strings.Contains(r.Errors["name"], "must be UTF-8") {
		t.Errorf("a form in Latin 1: %d %s", r.status, r.body)
	}
	// A file of products has lines, and an error for each.
	for column, file := range map[string]string{
		"id":       "id,name\n1\x00,Arm\n",
		"name":     "id,name\n1,A\x00rm\n",
		"category": "id,category\n1,a\x00\n",
		"tags":     "id,tags\n1,a; b\x00\n",
	} {
		r := f.send("POST", "/api/v1/imports/products", f.admin, "text/csv", strings.NewReader(file))
		if r.status >= 500 || !strings.Contains(r.body, `"`+column+`"`) {
			t.Errorf("an import with NUL in %s: %d %s", column, r.status, r.body)
		}
	}
}
