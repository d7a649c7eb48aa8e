package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"time"

	"orrery/answers"
	"orrery/auth"
	"orrery/blob"
	"orrery/client"
	"orrery/db"
	"orrery/gate"
	"orrery/graph"
	"orrery/observe"
	"orrery/rest"
	"orrery/shop"
	"orrery/web"
)

// parts are what the doors lead to.
type parts struct {
	config    config
	store     *db.Store
	bucket    blob.Bucket
	accounts  *auth.Auth
	streams   *graph.Streams
	answers   *answers.Kept
	ready     func(context.Context) error
	observers observe.Observers
}

// routes puts the doors beside each other.
func (p parts) routes() (http.Handler, error) {
	c, store, accounts, log := p.config, p.store, p.accounts, p.observers.Log
	dist, err := fs.Sub(client.Dist, "dist")
	if err != nil {
		return nil, err
	}
	var documents map[string]string
	if err := json.Unmarshal(client.Operations, &documents); err != nil {
		return nil, fmt.Errorf("read the client's operations: %w", err)
	}
	schema := graph.HandlerConfig{
		Schema: graph.NewSchema(&graph.Resolver{Store: store, Auth: accounts, Streams: p.streams}),
		Around: graph.WithLoaders(store), Recognise: accounts.As, Origins: append([]string{c.publicURL}, c.allowedOrigins...),
		Log: log, Answers: p.answers, Trusted: documents, Spent: store.Counts("cost"), Gate: gate.New(graphPlaces),
		// Admins and API keys, and everybody in development, may read the schema.
		Introspection: func(ctx context.Context) bool {
			actor := auth.Actor(ctx)
			return c.demo || actor.Key != nil || actor.NeedAdmin() == nil
		},
	}
	door := graph.NewHandler(schema)
	pages, err := web.New(web.Config{
		Files: dist, PublicURL: c.publicURL, Brand: shop.DefaultBrand(), Store: store, Graph: door, Log: log, Now: time.Now, Ready: p.ready,
		Gate: gate.New(pagePlaces), Who: accounts.Proxies.Address,
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	api := rest.New(rest.Config{Store: store, Auth: accounts, Pictures: blob.NewPictures(p.bucket), Brand: shop.DefaultBrand(), Log: log,
		Answers: p.answers, Gate: gate.New(restPlaces)})
	behind := func(name string, refuse auth.Refuse, door http.Handler) http.Handler {
		if c.rateLimit > 0 {
			door = web.Limit(c.rateLimit, store.Counts(name), refuse, door)
		}
		return web.CORS(c.allowedOrigins, accounts.Middleware(log, refuse, door))
	}
	mux.Handle("/graphql", behind("graph", graph.Refuse, door))
	mux.Handle("/schema.graphql", behind("schema", graph.Refuse, graph.NewSDLHandler(schema)))
	restAPI := behind("rest", rest.Refuse, api)
	mux.Handle("/api", restAPI)
	mux.Handle("/api/", restAPI) // also other versions, which get the same 404
	mux.Handle("/media/", web.Media(log, p.bucket))
	mux.Handle("/quotes/", behind("quotes", web.RefuseQuote, web.Quotes(log, shop.DefaultBrand(), c.publicURL, store.Quote, pages)))
	mux.Handle(auth.SignInPath, behind("sign-in", web.RefuseSignIn, web.SignIn(log, accounts)))
	mux.Handle("/metrics", p.observers.Metrics.Handler(c.metricsToken))
	mux.Handle("/", pages)
	return web.Middleware(p.observers, c.publicURL, mux), nil
}
