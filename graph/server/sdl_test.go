package server_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"orrery/graph/gen"
	"orrery/graph/server"
)

// Whoever may introspect gets the whole schema as text; it reads back as the same.
func TestSDL(t *testing.T) {
	ask := func(open bool, method string, header ...string) *httptest.ResponseRecorder {
		api := server.NewSDLHandler(server.Config{
			Schema:        gen.NewExecutableSchema(gen.Config{Resolvers: stubRoot{}}),
			Log:           slog.New(slog.DiscardHandler),
			Introspection: func(context.Context) bool { return open },
		})
		r := httptest.NewRequest(method, "/schema.graphql", nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		return w
	}

	told := ask(true, http.MethodGet)
	if told.Code != http.StatusOK || told.Header().Get("Content-Type") != "text/plain; charset=utf-8" ||
		told.Header().Get("Cache-Control") != "private, no-cache" {
		t.Fatalf("%d %v", told.Code, told.Header())
	}
	parsed, err := gqlparser.LoadSchema(&ast.Source{Input: told.Body.String()})
	if err != nil {
		t.Fatal(err)
	}
	written := gen.NewExecutableSchema(gen.Config{Resolvers: stubRoot{}}).Schema()
	for name, definition := range written.Types {
		same := parsed.Types[name]
		if same == nil || same.Kind != definition.Kind || same.Description != definition.Description ||
			len(same.Fields) != len(definition.Fields) || len(same.EnumValues) != len(definition.EnumValues) {
			t.Errorf("%s is told otherwise", name)
		}
	}
	if len(parsed.Types) != len(written.Types) {
		t.Errorf("%d types are told, not %d", len(parsed.Types), len(written.Types))
	}
	for _, builtIn := range []string{"type __Schema", "scalar String", "directive @skip"} {
		if strings.Contains(told.Body.String(), builtIn) {
			t.Errorf("%q is told, which every schema has", builtIn)
		}
	}

	head := ask(true, http.MethodHead)
	if head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("Content-Length") == "" {
		t.Errorf("HEAD answers %d with %d bytes", head.Code, head.Body.Len())
	}
	if known := ask(true, http.MethodGet, "If-None-Match", told.Header().Get("ETag")); known.Code != http.StatusNotModified {
		t.Errorf("a schema that is known answers %d", known.Code)
	}
	refused := ask(false, http.MethodGet, "If-None-Match", told.Header().Get("ETag"))
	if refused.Code != http.StatusForbidden || strings.Contains(refused.Body.String(), "type ") ||
		!strings.Contains(refused.Body.String(), `"code":"FORBIDDEN"`) {
		t.Errorf("a stranger gets %d %s", refused.Code, refused.Body)
	}
	if posted := ask(true, http.MethodPost); posted.Code != http.StatusMethodNotAllowed || posted.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST answers %d", posted.Code)
	}
}
