package rest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"orrery/shop"
)

// contract checks what goes over the wire against the OpenAPI document that the API serves.
type contract struct {
	*testServer
	document *openapi3.T
	requests routers.Router
	answers  routers.Router // the same with every object closed, so that no member is undocumented
	covered  map[string]bool
}

func openContract(t *testing.T) *contract {
	t.Helper()
	f := newServer(t, onDisk(t))
	openapi3filter.RegisterBodyDecoder("application/pdf", openapi3filter.FileBodyDecoder)
	text := f.send(http.MethodGet, "/api/v1/openapi.json", "", "", nil).body
	c := &contract{testServer: f, covered: map[string]bool{}}
	open := func() (*openapi3.T, routers.Router) {
		document, err := openapi3.NewLoader().LoadFromData([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, schema := range document.Components.Schemas {
			if c.document != nil {
				closeObjects(schema)
			}
		}
		if err := document.Validate(t.Context()); err != nil {
			t.Fatal(err)
		}
		router, err := legacy.NewRouter(document)
		if err != nil {
			t.Fatal(err)
		}
		return document, router
	}
	c.document, c.requests = open()
	_, c.answers = open()
	return c
}

func closeObjects(schema *openapi3.SchemaRef) {
	if schema == nil || schema.Ref != "" {
		return
	}
	if len(schema.Value.Properties) > 0 && !slices.Contains(schema.Value.Required, "openapi") {
		closed := false
		schema.Value.AdditionalProperties.Has = &closed
	}
	for _, property := range schema.Value.Properties {
		closeObjects(property)
	}
	closeObjects(schema.Value.Items)
}

// object is a JSON body.
type object map[string]any

// answered is a checked answer; at reads into it by a path such as "cart.items.0.name".
type answered struct {
	t      *testing.T
	status int
	header http.Header
	text   string
	body   any
}

// call sends a body, which is an object, a form, a file of CSV or XML, or nil, and holds both sides to the document.
func (c *contract) call(method, path, token string, body any) answered {
	c.t.Helper()
	var text []byte
	kind := ""
	switch body := body.(type) {
	case object:
		text, _ = json.Marshal(body)
		kind = "application/json"
	case string:
		kind, text = "text/csv", []byte(body)
		if strings.HasPrefix(body, "<") {
			kind = "application/xml"
		}
	case []part:
		contentType, content := formOf(c.t, body...)
		kind, text = contentType, content.Bytes()
	}
	r := c.send(method, "/api/v1"+path, token, kind, bytes.NewReader(text))
	a := answered{t: c.t, status: r.status, header: r.header, text: r.body}
	if strings.HasPrefix(r.header.Get("Content-Type"), "application/json") {
		decoder := json.NewDecoder(strings.NewReader(r.body))
		decoder.UseNumber()
		if err := decoder.Decode(&a.body); err != nil {
			c.t.Fatal(err)
		}
	}

	request, err := http.NewRequestWithContext(c.t.Context(), method, "/api/v1"+path, bytes.NewReader(text))
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Content-Type", kind)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	input := c.input(c.requests, request)
	if _, isObject := body.(object); body != nil && !isObject {
		input.Options.ExcludeRequestBody = true // pictures and tables are no JSON
	}
	if err := openapi3filter.ValidateRequest(c.t.Context(), input); err != nil && r.status < 300 {
		c.t.Errorf("%s %s is accepted, but not by rest/openapi.yaml: %.2000v", method, path, err)
	}
	answer := &openapi3filter.ResponseValidationInput{RequestValidationInput: c.input(c.answers, request), Status: r.status,
		Header: r.header, Body: io.NopCloser(strings.NewReader(r.body)), Options: &openapi3filter.Options{IncludeResponseStatus: true}}
	if err := openapi3filter.ValidateResponse(c.t.Context(), answer); err != nil {
		c.t.Errorf("%s %s answers %.500s: rest/openapi.yaml does not say so: %.2000v", method, path, r.body, err)
	}
	if operation := input.Route.Operation; r.status < 500 && r.status != http.StatusMethodNotAllowed && operation.Responses.Value(fmt.Sprint(r.status)) == nil {
		c.t.Errorf("%s %s answers %d, which rest/openapi.yaml does not say", method, path, r.status)
	}
	if r.status < 300 {
		c.covered[method+" "+input.Route.Path] = true
	}
	return a
}

func (c *contract) input(router routers.Router, request *http.Request) *openapi3filter.RequestValidationInput {
	c.t.Helper()
	route, params, err := router.FindRoute(request)
	if err != nil {
		c.t.Fatalf("%s %s: %v", request.Method, request.URL, err)
	}
	return &openapi3filter.RequestValidationInput{Request: request, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
}

func (a answered) at(path string) any {
	a.t.Helper()
	value := a.body
	for step := range strings.SplitSeq(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			found, ok := v[step]
			if !ok {
				a.t.Fatalf("no %s on the way to %s in %s", step, path, a.text)
			}
			value = found
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(v) {
				a.t.Fatalf("no %s of %s in %s", step, path, a.text)
			}
			value = v[i]
		default:
			a.t.Fatalf("no %s on the way to %s in %s", step, path, a.text)
		}
	}
	return value
}

// is compares what lies at a path as it is written in the answer, so that 1.00 is not 1.
func (a answered) is(path string, want any) answered {
	a.t.Helper()
	if got := a.at(path); fmt.Sprint(got) != fmt.Sprint(want) {
		a.t.Errorf("%s = %v, want %v", path, got, want)
	}
	return a
}

// gives checks the status.
func (a answered) gives(status int) answered {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, want %d: %s", a.status, status, a.text)
	}
	return a
}

// count is what a statement counts.
func (c *contract) count(query string, args ...any) int {
	c.t.Helper()
	var n int
	if err := c.SQL.QueryRow(query, args...).Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// key is the secret of a new API key with one scope.
func (c *contract) key(scope shop.Scope) string {
	c.t.Helper()
	var admin shop.Actor
	if err := c.SQL.QueryRow(`SELECT id FROM users WHERE email = 'admin@example.org'`).Scan(&admin.UserID); err != nil {
		c.t.Fatal(err)
	}
	admin.Role = shop.RoleAdmin
	_, secret, err := c.Store.Partners.CreateAPIKey(c.t.Context(), admin, shop.APIKeyCreateInput{Name: "K", Scopes: []shop.Scope{scope}})
	if err != nil {
		c.t.Fatal(err)
	}
	return secret
}
