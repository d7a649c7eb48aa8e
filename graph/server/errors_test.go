package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/graph/server"
	"orrery/shop"
)

func TestWhatOfAnErrorTheCallerSees(t *testing.T) {
	cases := map[string]struct {
		query, message, code string
		extensions           map[string]any // beside the code
		logged               string
	}{
		"refusal":    {`{ product(id: "refuses") { id } }`, "Not yours", "FORBIDDEN", map[string]any{"field": []any{"a", "b"}}, ""},
		"refusals":   {`{ product(id: "refuses twice") { id } }`, "One; Two", "REQUIRED", map[string]any{"field": []any{"a"}}, ""},
		"rate limit": {`{ product(id: "limits") { id } }`, "Slower", "RATE_LIMITED", map[string]any{"retryAfter": 2.0}, ""},
		"failure":    {`{ product(id: "fails") { id } }`, "internal error", "INTERNAL", nil, "password of shop is wrong"},
		"panic":      {`{ product(id: "panic") { id } }`, "internal error", "INTERNAL", nil, "stubQuery.Product"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d := newTestAPI(false)
			a := d.ask(t, c.query)
			if a.status != http.StatusOK || len(a.Errors) != 1 {
				t.Fatalf("got %d %s", a.status, a.body)
			}
			shown := a.Errors[0]
			if shown.Message != c.message || a.code() != c.code {
				t.Errorf("got %q %q, want %q %q", shown.Message, a.code(), c.message, c.code)
			}
			if len(shown.Path) != 1 {
				t.Errorf("path is %v", shown.Path)
			}
			delete(shown.Extensions, "code")
			if len(shown.Extensions)+len(c.extensions) > 0 && !reflect.DeepEqual(shown.Extensions, c.extensions) {
				t.Errorf("extensions are %v, want %v", shown.Extensions, c.extensions)
			}
			log := d.log.String()
			if c.logged == "" && log != "" || !strings.Contains(log, c.logged) {
				t.Errorf("want %q in the log: %s", c.logged, log)
			}
			if strings.Count(log, `"level"`) > 1 {
				t.Errorf("logged more than once: %s", log)
			}
		})
	}
}

// The wait is in the header, for clients of HTTP, and in the error, for those of GraphQL.
func TestARefusalSaysWhenToComeBack(t *testing.T) {
	for _, refusal := range []*shop.Error{shop.TooMany(), shop.CostExceeded()} {
		w := httptest.NewRecorder()
		server.Refuse(w, refusal)
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "60" || !strings.Contains(w.Body.String(), `"retryAfter":60`) {
			t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
		}
	}
}

func TestAVariableIsNamedInItsError(t *testing.T) {
	body := `{"query":"query($f: ProductFilter) { products(filter: $f) { totalCount } }","variables":{"f":{"colour":"red"}}}`
	a := newTestAPI(false).serve(t, post(body, "application/json"))
	if a.Errors[0].Message != "variable $f.colour: unknown field" || a.Errors[0].Path != nil {
		t.Errorf("got %s", a.body)
	}
	if got := a.Errors[0].Extensions["field"]; !reflect.DeepEqual(got, []any{"f", "colour"}) {
		t.Errorf("the field is %v", got)
	}
}

func TestAnOperationIsNamed(t *testing.T) {
	for body, named := range map[string]bool{
		`{"query":"query A { __typename } query B { __typename }","operationName":"B"}`: true,
		`{"query":"query A { __typename }"}`:                                            true,
		`{"query":"query A { __typename } query B { __typename }"}`:                     false,
		`{"query":"query A { __typename }","operationName":"C"}`:                        false,
	} {
		a := newTestAPI(false).serve(t, post(body, "application/json"))
		if (len(a.Errors) == 0) != named || !named && a.Errors[0].Message != "operationName must be the name of one of the document's operations" {
			t.Errorf("%s: got %s", body, a.body)
		}
	}
}

func TestEnumsInVariablesAreExact(t *testing.T) {
	const query = `query($s: [Size!], $i: In) { sized(s: $s, i: $i) }`
	for variables, message := range map[string]string{
		`{"s":["BIG"],"i":{"in":{"s":"SMALL"}}}`: "",
		`{"s":null}`:                             "",
		`{"i":{"any":["text",{"in":"text"}]}}`:   "",
		`{"s":["BIG","small"]}`:                  "variable $s: small is not a valid Size",
		`{"s":"Big"}`:                            "variable $s: Big is not a valid Size",
		`{"i":{"in":{"s":"big"}}}`:               "variable $i: big is not a valid Size",
	} {
		a := endless(succeed).serve(t, post(`{"query":"`+query+`","variables":`+variables+`}`, "application/json"))
		if message == "" && len(a.Errors) == 0 {
			continue
		}
		if a.code() != "BAD_USER_INPUT" || a.Errors[0].Message != message {
			t.Errorf("%s: got %s", variables, a.body)
		}
	}
}

// Generated code reports an argument that its scalar refuses in these steps, before Args is set.
func TestAnArgumentIsNamedInItsError(t *testing.T) {
	d := endless(func(ctx context.Context) *graphql.Response {
		list := graphql.GetOperationContext(ctx).Operation.SelectionSet[0].(*ast.Field)
		ctx = graphql.WithFieldContext(ctx, &graphql.FieldContext{Field: graphql.CollectedField{Field: list}})
		argument := graphql.WithPathContext(ctx, graphql.NewPathWithField("first"))
		graphql.AddError(ctx, graphql.ErrorOnPath(argument, errors.New("must be even")))
		return &graphql.Response{Data: json.RawMessage("null")}
	})
	a := d.ask(t, "{ list(first: 1) { __typename } }")
	if a.code() != "BAD_USER_INPUT" || a.Errors[0].Message != "argument first: must be even" || len(a.Errors[0].Path) != 1 ||
		!reflect.DeepEqual(a.Errors[0].Extensions["field"], []any{"first"}) {
		t.Errorf("got %s", a.body)
	}
}

func TestARequestHasTenSeconds(t *testing.T) {
	a := newTestAPI(false).ask(t, `{ product(id: "deadline") { name } }`)
	if !strings.Contains(a.body, `"10s"`) {
		t.Errorf("the time given to a resolver: %s", a.body)
	}
}

func TestWhatTakesTooLongIsCutOff(t *testing.T) {
	late, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	body := `{"query":"{ product(id: \"waits\") { name } }"}`

	running := newTestAPI(false).serve(t, post(body, "application/json").WithContext(late))
	if running.status != http.StatusOK || running.code() != "TIMEOUT" {
		t.Errorf("cut off while running: %d %s", running.status, running.body)
	}
	before := newTestAPI(false).serve(t, post(body, "application/json").WithContext(late))
	if before.status != http.StatusServiceUnavailable || before.code() != "TIMEOUT" {
		t.Errorf("over before it began: %d %s", before.status, before.body)
	}
}
