package ssr

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"orrery/telemetry"
)

const (
	maxWait    = 2 * time.Second  // how long a request waits for its page
	maxRender  = 15 * time.Second // timeout of rendering: a result that is too late for its request serves the next one
	maxPlain   = 300              // pages in the cache, some 30 KB each
	maxQueries = 100              // of addresses with parameters, in addition
	maxTexts   = 20               // of those with free text, in addition
	maxShared  = 4                // addresses with parameters that are being rendered or wait for it
)

// Address is the address of a page with the parameters that the page supports.
type Address struct {
	Path     string
	Query    string // such as ?category=vision, equal for all addresses that show the same page; "" without parameters
	FreeText bool   // a parameter holds text that anyone may have made up
}

func (a Address) String() string { return a.Path + a.Query }

// Page is a rendered page: the document with its markup and its initial data, so that a browser shows it without a
// script and without a request.
type Page struct {
	Packed map[string][]byte // the document by content coding: br and gzip
	ETag   string            // without quotes
	// Stale is the age of a page that may be outdated, since the database is unavailable; 0 if the page is current.
	Stale time.Duration

	clientOnly bool              // only the client renders it; all other fields are empty
	requests   []json.RawMessage // to the GraphQL API
	source     [sha256.Size]byte // hash of the document without markup and of the data
	confirmed  time.Time         // when it was last known to be current
}

func newPage(packed map[string][]byte, requests []json.RawMessage, source [sha256.Size]byte) *Page {
	hash := sha256.Sum256(packed["br"])
	return &Page{Packed: packed, ETag: base64.RawURLEncoding.EncodeToString(hash[:15]), requests: requests,
		source: source}
}

// Document returns the document of a page with this markup and initial data.
type Document func(markup, data string) string

// Pages renders pages and caches the most recently used ones. The data of a page is queried for each request, so that
// no page is older than the database. It is safe for concurrent use.
type Pages struct {
	renderer *Renderer
	graph    http.Handler // queried as a visitor
	store    Store
	now      func() time.Time
	queries  share // of the renderer's time, for addresses with parameters

	mu     sync.Mutex
	cache  cache
	rounds map[string]*round // the latest unfinished ones, by address and document
}

// round is one rendering of a page, for all callers that requested the page before it began.
type round struct {
	begun bool
	ended chan struct{}
	page  *Page
	err   error
}

// NewPages returns an empty cache of pages that the renderer makes from the responses of graph. Those without
// parameters are in store, too.
func NewPages(renderer *Renderer, graph http.Handler, store Store, now func() time.Time) *Pages {
	return &Pages{renderer: renderer, graph: graph, store: store, now: now, queries: newShare(maxShared),
		cache: newCache(), rounds: map[string]*round{}}
}

// Find returns the page at an address, or nil if the client renders that page itself. settings are the public settings
// as JSON, which the document contains, too. The error is ErrBusy if it takes too long.
func (p *Pages) Find(ctx context.Context, a Address, settings string, document Document) (*Page, error) {
	r := p.join(ctx, a, settings, document)
	wait := time.NewTimer(maxWait)
	defer wait.Stop()
	select {
	case <-r.ended:
		return r.page, r.err
	case <-wait.C:
		return nil, ErrBusy
	}
}

// Last returns the last known version of the page at an address, or nil if it is not in the cache. It is for use while
// the database is unavailable.
func (p *Pages) Last(a Address) *Page {
	p.mu.Lock()
	defer p.mu.Unlock()
	cached := p.cache.get(a)
	if cached == nil || cached.Packed == nil {
		return nil
	}
	last := *cached
	last.Stale = max(p.now().Sub(last.confirmed), 1)
	return &last
}

// join joins the next round of a page. It begins when the round in progress has ended, whose data was queried before
// the caller came and may be older than what the caller has seen. Any number of callers that come while a page is being
// rendered share a single further rendering.
func (p *Pages) join(ctx context.Context, a Address, settings string, document Document) *round {
	empty := sha256.Sum256([]byte(document("", "")))
	key := a.String() + string(empty[:])
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.rounds[key]
	if before != nil && !before.begun {
		return before
	}
	r := &round{ended: make(chan struct{})}
	p.rounds[key] = r
	go func() {
		defer close(r.ended)
		if before != nil {
			<-before.ended
		}
		p.mu.Lock()
		r.begun = true
		p.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(telemetry.Apart(ctx)), maxRender)
		defer cancel()
		r.page, r.err = p.current(ctx, a, settings, empty, document)
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.rounds[key] == r {
			delete(p.rounds, key)
		}
	}()
	return r
}

// current returns the cached page if it is still current, or renders and caches it. empty is the hash of the document
// without markup.
func (p *Pages) current(ctx context.Context, a Address, settings string, empty [sha256.Size]byte,
	document Document) (*Page, error) {
	cached, err := p.lookup(ctx, a)
	if err != nil || cached.clientOnly {
		return nil, err
	}
	data, stale, err := fetch(ctx, p.graph, cached.requests)
	if err != nil {
		return nil, err
	}
	if last := p.Last(a); stale && last != nil {
		return last, nil
	}
	source := sha256.Sum256(append(empty[:], data...))
	if cached.source == source {
		p.mu.Lock()
		defer p.mu.Unlock()
		cached.confirmed = p.now()
		p.cache.put(a, cached) // it may come from the store
		return cached, nil
	}
	var page rendered
	err = p.engine(ctx, a, func() (err error) {
		page, err = p.renderer.render(ctx, a.String(), data, settings)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	packed, err := pack(document(page.Markup, page.Data))
	if err != nil {
		return nil, err
	}
	fresh := newPage(packed, cached.requests, source)
	fresh.confirmed = p.now()
	if stale {
		fresh.Stale = 1
		return fresh, nil
	}
	p.put(a, fresh)
	p.save(ctx, a, fresh)
	return fresh, nil
}

// lookup returns the cached page, the stored one, or a page that only holds the requests to the GraphQL API.
func (p *Pages) lookup(ctx context.Context, a Address) (*Page, error) {
	p.mu.Lock()
	cached := p.cache.get(a)
	p.mu.Unlock()
	if cached != nil {
		return cached, nil
	}
	if page := p.load(ctx, a); page != nil {
		return page, nil
	}
	page := &Page{}
	err := p.engine(ctx, a, func() error {
		requests, renders, err := p.renderer.requests(ctx, a.String())
		page.requests, page.clientOnly = requests, !renders
		return err
	})
	if err == nil && page.clientOnly {
		p.put(a, page)
	}
	return page, err
}

func (p *Pages) put(a Address, page *Page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cache.put(a, page)
}

// engine runs a function that uses the renderer; for an address with parameters, it first acquires their share.
func (p *Pages) engine(ctx context.Context, a Address, use func() error) error {
	if a.Query != "" {
		leave, err := p.queries.enter(ctx)
		if err != nil {
			return err
		}
		defer leave()
	}
	return use()
}
