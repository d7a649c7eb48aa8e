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
	maxWait    = 2 * time.Second  // that a request waits for its page
	maxRender  = 15 * time.Second // that rendering may take: what comes too late serves the next request
	maxPlain   = 300              // pages in the cache, some 30 KB each
	maxQueries = 100              // of addresses with parameters, in addition
	maxTexts   = 20               // of those with free text, in addition
	maxShared  = 4                // addresses with parameters that are rendered or wait for it
)

// Address is that of a page with the parameters that the page knows.
type Address struct {
	Path     string
	Query    string // such as ?category=vision, in one form for all addresses that show the same; "" without parameters
	FreeText bool   // a parameter holds text that anybody may have made up
}

func (a Address) String() string { return a.Path + a.Query }

// Page is a rendered page: the document with its markup and its initial data, so that a browser shows it without a script and without a
// request.
type Page struct {
	Packed map[string][]byte // the document by content coding: br and gzip
	ETag   string            // without quotes
	Stale  time.Duration     // age of a page that may no longer be right, since the graph can't tell; 0: it is right

	clientOnly bool              // the client alone renders it; nothing else is set
	requests   []json.RawMessage // to the graph
	source     [sha256.Size]byte // sum of the document without markup and of the data
	confirmed  time.Time         // when it was last known to be right
}

// Document makes the document of a page around its markup and initial data.
type Document func(markup, data string) string

// Pages renders pages and keeps those that were asked for last. The data of a page is asked for at each request, so that no page is
// older than the shop. It is safe for concurrent use.
type Pages struct {
	renderer *Renderer
	graph    http.Handler // asked as a visitor
	now      func() time.Time
	queries  share // of the renderer's time, for addresses with parameters

	mu     sync.Mutex
	cache  cache
	rounds map[string]*round // the last ones that have not ended, by address and document
}

// round is one rendering of a page, for all who asked for the page before it began.
type round struct {
	begun bool
	ended chan struct{}
	page  *Page
	err   error
}

// NewPages returns an empty cache of what the renderer makes of the graph's responses.
func NewPages(renderer *Renderer, graph http.Handler, now func() time.Time) *Pages {
	return &Pages{renderer: renderer, graph: graph, now: now, queries: newShare(maxShared), cache: newCache(), rounds: map[string]*round{}}
}

// Find returns the page at an address, nil when the client renders that page itself. ErrBusy: it takes too long.
func (p *Pages) Find(ctx context.Context, a Address, document Document) (*Page, error) {
	r := p.join(ctx, a, document)
	wait := time.NewTimer(maxWait)
	defer wait.Stop()
	select {
	case <-r.ended:
		return r.page, r.err
	case <-wait.C:
		return nil, ErrBusy
	}
}

// Last returns the page at an address as it was last known to be right, nil when it is not in the cache. It is for when the shop can't be
// asked.
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

// join takes part in the next round of a page. It begins when the one in progress has ended, whose data was asked for before the caller
// came and may be older than what the caller has seen. However many ask while a page is rendered, it is rendered once more for all of
// them.
func (p *Pages) join(ctx context.Context, a Address, document Document) *round {
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
		r.page, r.err = p.current(ctx, a, empty, document)
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.rounds[key] == r {
			delete(p.rounds, key)
		}
	}()
	return r
}

// current returns the cached page if it is still right, or renders and caches it. empty is the sum of the document without markup.
func (p *Pages) current(ctx context.Context, a Address, empty [sha256.Size]byte, document Document) (*Page, error) {
	cached, err := p.known(ctx, a)
	if err != nil || cached.clientOnly {
		return nil, err
	}
	data, stale, err := ask(ctx, p.graph, cached.requests)
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
		return cached, nil
	}
	var page rendered
	err = p.engine(ctx, a, func() (err error) {
		page, err = p.renderer.render(ctx, a.String(), data)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	text := document(page.Markup, page.Data)
	packed, err := pack(text)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256([]byte(text))
	fresh := &Page{Packed: packed, ETag: base64.RawURLEncoding.EncodeToString(hash[:15]),
		requests: cached.requests, source: source, confirmed: p.now()}
	if stale {
		fresh.Stale = 1
		return fresh, nil
	}
	p.put(a, fresh)
	return fresh, nil
}

// known returns the cached page, or one that says only what to ask the graph.
func (p *Pages) known(ctx context.Context, a Address) (*Page, error) {
	p.mu.Lock()
	cached := p.cache.get(a)
	p.mu.Unlock()
	if cached != nil {
		return cached, nil
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

// engine runs what uses the renderer: for an address with parameters within the share of those.
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
