// Package server serves a GraphQL schema over HTTP and WebSockets. It validates, limits and caches operations, reports
// errors and delivers subscriptions.
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

// Config configures the handlers. Schema, Log and Introspection are required.
type Config struct {
	Schema graphql.ExecutableSchema
	Log    *slog.Logger // called with the context of the request
	// Introspection reports whether the caller may read the schema, by introspection or from suggestions in error
	// messages.
	Introspection func(ctx context.Context) bool
	Around        graphql.HandlerExtension // intercepts responses and their root fields, such as graph.WithLoaders
	// Recognise authenticates an Authorization header of a WebSocket: it returns the context of its actor. If nil,
	// WebSockets are not supported.
	Recognise func(ctx context.Context, header string) (context.Context, error)
	// Origins, such as https://shop.example, are those whose pages may open WebSockets, in addition to pages of the
	// requested host.
	Origins []string

	// Streams limits the number of WebSockets. If nil, there is no limit.
	Streams *StreamLimits

	// Cache holds the responses of public queries. If nil, none are cached.
	Cache *respcache.Cache

	// Slots limits concurrent operations, except those with a cached response and subscriptions.
	Slots *admission.Limiter

	// Trusted holds documents by the hashes that clients may send in their place.
	Trusted map[string]string

	// Limits are the rate limits of callers. Operations of API keys are charged with their cost, and operations over a
	// WebSocket are counted as requests. If nil, there are no limits.
	Limits Limits
}

// NewHandler returns the handler of /graphql. It serves operations with GET (queries only) and POST, and subscriptions
// as server-sent events and over WebSockets, within the limits of limits.go.
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

// newServer returns the server for callers who may read the schema, or for those who may not. Both accept the same
// documents and share the parsed ones.
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
	s.Use(budgetLimit{})
	s.AroundOperations(awaitSources)
	s.AroundResponses(addCost)
	s.AroundFields(userErrors)
	presenter := errorPresenter{log: c.Log}
	s.SetErrorPresenter(presenter.present)
	s.SetRecoverFunc(presenter.recovered)
	return s
}
