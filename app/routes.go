package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"time"

	"orrery/admission"
	"orrery/auth"
	"orrery/blob"
	"orrery/client"
	"orrery/db"
	"orrery/graph"
	"orrery/graph/server"
	"orrery/respcache"
	"orrery/rest"
	"orrery/shop"
	"orrery/telemetry"
	"orrery/web"
)

// parts are what the doors lead to.
type parts struct {
	config    config
	store     *db.Store
	bucket    blob.Bucket
	accounts  *auth.Auth
	streams   *graph.Streams
	cache     *respcache.Cache
	ready     func(context.Context) error
	observers telemetry.Observers
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
	limits := web.NewLimiter(c.rateLimit, store.Ops.Counts("requests"), store.Ops.Counts("cost"))
	schema := server.Config{
		Schema: graph.NewSchema(&graph.Resolver{Store: store, Auth: accounts, Streams: p.streams}),
		Around: graph.WithLoaders(store), Recognise: accounts.As, Origins: append([]string{c.publicURL}, c.allowedOrigins...),
		Streams: &p.streams.StreamLimits, Log: log, Cache: p.cache, Trusted: documents, Limits: limits, Slots: admission.New(graphSlots),
		// Admins and API keys, and everybody in development, may read the schema.
		Introspection: func(ctx context.Context) bool {
			actor := auth.Actor(ctx)
			return c.demo || actor.Key != nil || actor.NeedAdmin() == nil
		},
	}
	door := server.NewHandler(schema)
	pages, err := web.New(web.Config{
		Files: dist, PublicURL: c.publicURL, Brand: shop.DefaultBrand(), Store: store, Graph: door, Log: log, Now: time.Now, Ready: p.ready,
		Slots: admission.New(pageSlots), Who: func(r *http.Request) string { return shop.Network(accounts.Proxies.Address(r)) },
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	api := rest.New(rest.Config{Store: store, Auth: accounts, Pictures: blob.NewPictures(p.bucket), Brand: shop.DefaultBrand(), Log: log,
		Cache: p.cache, Slots: admission.New(restSlots)})
	behind := func(cost int, refuse auth.Refuse, door http.Handler) http.Handler {
		return web.CORS(c.allowedOrigins, accounts.Middleware(log, refuse, limits.Handler(cost, refuse, door)))
	}
	mux.Handle("/graphql", behind(0, server.Refuse, door)) // each operation has a cost of its own
	mux.Handle("/schema.graphql", behind(shop.RequestCost, server.Refuse, server.NewSDLHandler(schema)))
	restAPI := behind(shop.RequestCost, rest.Refuse, api)
	mux.Handle("/api", restAPI)
	mux.Handle("/api/", restAPI) // also other versions, which get the same 404
	mux.Handle("/api/v1/exports/", behind(shop.ExportCost, rest.Refuse, api))
	mux.Handle("/media/", web.Media(log, p.bucket))
	mux.Handle("/quotes/", behind(shop.RequestCost, web.RefuseQuote, web.Quotes(log, shop.DefaultBrand(), c.publicURL, store.Quotes.Get, pages)))
	mux.Handle(auth.SignInPath, behind(shop.RequestCost, web.RefuseSignIn, web.SignIn(log, accounts)))
	mux.Handle("/metrics", p.observers.Metrics.Handler(c.metricsToken))
	mux.Handle("/", pages)
	return web.Middleware(p.observers, c.publicURL, mux), nil
}
