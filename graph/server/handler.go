// Package server serves a schema over HTTP: it bounds, validates and caches operations, and tells errors and subscriptions.
package server

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"

	"orrery/admission"
	"orrery/respcache"
)

// Config is what the handler consists of. Schema, Log and Introspection are needed.
type Config struct {
	Schema graphql.ExecutableSchema
	Log    *slog.Logger // gets the context of the request
	// Introspection says whether the caller may read the schema, be it by introspection or from suggestions in messages.
	Introspection func(ctx context.Context) bool
	Around        graphql.HandlerExtension // runs around responses and their root fields, such as WithLoaders
	// Recognise is who an Authorization header belongs to, for WebSockets; without it there are none.
	Recognise func(ctx context.Context, header string) (context.Context, error)
	// Origins are those whose pages may open WebSockets, such as https://shop.example, beside pages of the host that is asked.
	Origins []string

	// Streams bound the WebSockets; nil does not.
	Streams *StreamLimits

	// Cache has the responses of public queries; nil stores none.
	Cache *respcache.Cache

	// Slots limits concurrent operations, except those with a cached response and subscriptions.
	Slots *admission.Limiter

	// Trusted are documents by the hashes that callers may send in their place.
	Trusted map[string]string

	// Limits are those of callers: operations of API keys cost, and those over a WebSocket count as requests. Nil: there are none.
	Limits Limits
}

// NewHandler serves /graphql by GET (queries only) and POST, and subscriptions as server-sent events and over WebSockets, within the
// limits of limits.go.
func NewHandler(c Config) http.Handler {
	if c.Limits == nil {
		c.Limits = unlimited{}
	}
	documents := newDocuments(c.Trusted)
	open, closed := newServer(c, documents, true), newServer(c, documents, false)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		if c.Introspection(r.Context()) {
			open.ServeHTTP(w, r)
		} else {
			closed.ServeHTTP(w, r)
		}
	})
}

// newServer makes the server of those who may read the schema, or of those who may not. Both accept the same
// documents, so that they can share what is parsed.
func newServer(c Config, documents *documents, introspection bool) *handler.Server {
	s := handler.New(c.Schema)
	validating := validatingExecutor{schema: c.Schema.Schema(), documents: documents, suggestions: introspection}
	if c.Recognise != nil {
		s.AddTransport(validatingTransport{sockets{socket(c.Recognise, c.Origins), c.Streams, c.Limits}, validating})
		s.Use(socketOperations{c.Limits})
	}
	s.AddTransport(validatingTransport{overHTTP{c.Limits, c.Cache, c.Slots, c.Trusted, documents}, validating})
	s.SetQueryCache(documents)
	if c.Around != nil {
		s.Use(c.Around)
	}
	s.Use(&exactEnums{})
	s.Use(noNUL{})
	s.Use(shapeLimit{introspection: introspection})
	s.Use(scopeCheck{})
	s.Use(extension.FixedComplexityLimit(maxComplexity))
	s.AroundResponses(tellCost)
	desk := errorDesk{log: c.Log}
	s.SetErrorPresenter(desk.present)
	s.SetRecoverFunc(desk.recovered)
	return s
}
