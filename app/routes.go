package app

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"runtime"
	"strings"
	"time"

	"orrery/admission"
	"orrery/agent"
	"orrery/auth"
	"orrery/blob"
	"orrery/client"
	"orrery/db"
	"orrery/graph"
	"orrery/graph/server"
	"orrery/respcache"
	"orrery/rest"
	"orrery/shop"
	"orrery/stripe"
	"orrery/telemetry"
	"orrery/web"
)

// dependencies are what the handlers need.
type dependencies struct {
	config    Config
	store     *db.Store
	bucket    blob.Bucket
	accounts  *auth.Auth
	keys      []*ecdsa.PrivateKey // sign messages to agents; the first is current
	agents    *http.Client        // connects to agents
	streams   *graph.Streams
	cache     *respcache.Cache
	ready     func(context.Context) error
	observers telemetry.Observers
}

// routes returns the handler of all routes.
func (d dependencies) routes() (http.Handler, error) {
	c, store, accounts, log := d.config, d.store, d.accounts, d.observers.Log
	dist, err := fs.Sub(client.Dist, "dist")
	if err != nil {
		return nil, err
	}
	var documents map[string]string
	if err := json.Unmarshal(client.Operations, &documents); err != nil {
		return nil, fmt.Errorf("read the client's operations: %w", err)
	}
	slots := max(minSlots, slotsPerCore*runtime.GOMAXPROCS(0))
	limits := web.NewLimiter(c.rateLimit, store.Ops.Counts("requests"), store.Ops.Counts("cost"))
	schema := server.Config{
		Schema: graph.NewSchema(&graph.Resolver{Store: store, Auth: accounts, Streams: d.streams}),
		Around: graph.WithLoaders(store), Recognise: accounts.As,
		Origins: append([]string{c.publicURL}, c.allowedOrigins...), Streams: &d.streams.StreamLimits, Log: log,
		Cache: d.cache, Trusted: documents, Limits: limits, Slots: admission.New(slots),
		// Administrators and API keys may read the schema; in the demo any client may.
		Introspection: func(ctx context.Context) bool {
			actor := auth.Actor(ctx)
			return c.demo || actor.Key != nil || actor.NeedAdmin() == nil
		},
	}
	graphQL := server.NewHandler(schema)
	network := func(r *http.Request) string { return shop.Network(accounts.Proxies.Address(r)) }
	pages, err := web.New(web.Config{
		Files: dist, Pages: client.Pages, PublicURL: c.publicURL, Store: store,
		Graph: graphQL, Cache: d.cache, Log: log, Now: time.Now, Ready: d.ready, Slots: admission.New(slots),
		Who: network,
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	api := rest.New(rest.Config{Store: store, Auth: accounts, Pictures: blob.NewPictures(d.bucket),
		Documents: blob.NewDocuments(d.bucket), Films: blob.NewFilms(d.bucket), PublicURL: c.publicURL,
		ReadPicture: d.pictures(dist), Log: log, Cache: d.cache, Slots: admission.New(slots)})
	middleware := func(cost int, refuse auth.Refuse, handler http.Handler) http.Handler {
		return web.CORS(c.allowedOrigins, accounts.Middleware(log, refuse, limits.Handler(cost, refuse, handler)))
	}
	mux.Handle("/graphql", middleware(0, server.Refuse, graphQL)) // each operation has its own cost
	mux.Handle("/schema.graphql", middleware(shop.RequestCost, server.Refuse, server.NewSDLHandler(schema)))
	restAPI := middleware(shop.RequestCost, rest.Refuse, api)
	mux.Handle("/api", restAPI)
	mux.Handle("/api/", restAPI) // also other versions, which get the same 404
	mux.Handle("/api/v1/exports/", middleware(shop.ExportCost, rest.Refuse, api))
	agents, err := d.agentAPI(limits, slots)
	if err != nil {
		return nil, err
	}
	agentAPI := middleware(shop.RequestCost, agent.Refuse, agents)
	mux.Handle("/ucp/", agentAPI)
	mux.Handle(agent.ProfilePath, agentAPI)
	mux.Handle("/media/", web.LimitDownloads(web.MaxDownloads, network, web.Media(log, d.bucket)))
	mux.Handle("/quotes/", middleware(shop.RequestCost, web.RefuseQuote,
		web.Quotes(log, store.Content.Settings, c.publicURL, store.Quotes.Get, pages)))
	mux.Handle(auth.SignInPath, middleware(shop.RequestCost, web.RefuseSignIn, web.SignIn(log, accounts)))
	if c.stripe.Key != "" {
		mux.Handle(stripe.WebhookPath, stripe.New(c.stripe).Webhook(log, store.Payments.Record))
	}
	mux.Handle("/metrics", d.observers.Metrics.Handler(c.metricsToken))
	mux.Handle("/feed.xml", web.LimitDownloads(web.MaxFeeds, network, pages))
	mux.Handle("/", pages)
	return web.Middleware(d.observers, c.publicURL, mux), nil
}

// agentAPI returns the handler of the API for agents.
func (d dependencies) agentAPI(limits *web.Limiter, slots int) (http.Handler, error) {
	return agent.New(agent.Config{Store: d.store, PublicURL: d.config.publicURL, Log: d.observers.Log,
		Client: d.agents, Local: d.config.demo, Keys: d.keys, Origins: d.config.allowedOrigins, Count: limits.Count,
		Slots: admission.New(slots)})
}

// pictures returns a function that reads a picture by its URL: an upload, or a file of the client.
func (d dependencies) pictures(dist fs.FS) func(context.Context, string) ([]byte, error) {
	return func(ctx context.Context, url string) ([]byte, error) {
		name, isUpload := strings.CutPrefix(url, "/media/")
		if !isUpload {
			return fs.ReadFile(dist, strings.TrimPrefix(url, "/"))
		}
		content, _, err := d.bucket.Get(ctx, name)
		if err != nil {
			return nil, err
		}
		defer func() { _ = content.Close() }()
		return io.ReadAll(content)
	}
}
