package web

import (
	"bytes"
	"compress/gzip"
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"orrery/respcache"
	"orrery/telemetry"
)

const (
	paintPatience = 2 * time.Second  // that a page waits for its markup
	paintLimit    = 15 * time.Second // that making it may take: what comes too late serves the next one
	mostPainted   = 300              // pages that are kept, some 30 KB each
	mostViews     = 100              // of pages with parameters, in addition
	mostSearches  = 20               // of those with text that anybody may have made up, in addition
	mostInvented  = 4                // addresses with parameters that are painted or wait for it
)

// address is that of a page, with what its query says to it.
type address struct {
	path string
	view view
}

func (a address) String() string { return a.path + a.view.shown.query() }

// painting is a page as it goes out: the document with its markup and its first data, so that a browser shows it without a
// script and without a request.
type painting struct {
	unpaintable bool              // the client alone makes it, and nothing else is known of it
	requests    []json.RawMessage // to the graph
	made        [sha256.Size]byte // sum of what it was made of
	packed      map[string][]byte // the document, by coding
	etag        string
	right       time.Time     // when it was known to be right
	stale       time.Duration // age of one that goes out because nobody knows whether it is still right; 0: it is
}

// gallery keeps paintings by address, those that were asked for last. What one is made of is asked for each time, so that none is
// ever older than the shop.
type gallery struct {
	painter  *painter
	graph    http.Handler // asked as a visitor
	now      func() time.Time
	invented share // of the painter's time, for addresses with parameters

	mu     sync.Mutex
	plain  cache             // addresses without parameters: no more than there are pages
	views  cache             // with parameters
	texts  cache             // with free text
	rounds map[string]*round // the last ones that have not ended, by address and head
}

// cache keeps the paintings that were asked for last.
type cache struct {
	most  int
	byKey map[string]*list.Element // of *entry
	all   *list.List               // last used first
}

func newCache(most int) cache {
	return cache{most: most, byKey: map[string]*list.Element{}, all: list.New()}
}

func (c *cache) get(key string) *painting {
	found := c.byKey[key]
	if found == nil {
		return nil
	}
	c.all.MoveToFront(found)
	return found.Value.(*entry).painting
}

func (c *cache) put(key string, p *painting) {
	if found := c.byKey[key]; found != nil {
		found.Value.(*entry).painting = p
		return
	}
	c.byKey[key] = c.all.PushFront(&entry{key, p})
	if c.all.Len() > c.most {
		delete(c.byKey, c.all.Remove(c.all.Back()).(*entry).key)
	}
}

// of returns the cache of an address: strangers can make up any number of those with parameters, and displace no page with them.
func (g *gallery) of(a address) *cache {
	switch {
	case a.view.freeText:
		return &g.texts
	case len(a.view.shown) > 0:
		return &g.views
	}
	return &g.plain
}

// share lets callers use something one at a time and for half of the time at most.
type share struct {
	queue chan struct{} // room for those who wait, and the one who is in
	turn  chan struct{}
	next  time.Time
}

func newShare(most int) share {
	return share{queue: make(chan struct{}, most), turn: make(chan struct{}, 1)}
}

// enter waits for the caller's turn, as long as ctx allows. leave has to be called.
func (s *share) enter(ctx context.Context) (leave func(), err error) {
	select {
	case s.queue <- struct{}{}:
	default:
		return nil, errBusy
	}
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		<-s.queue
		return nil, errBusy
	}
	rest := time.NewTimer(time.Until(s.next))
	defer rest.Stop()
	began := time.Now()
	leave = func() {
		now := time.Now()
		s.next = now.Add(now.Sub(began))
		<-s.turn
		<-s.queue
	}
	select {
	case <-rest.C:
		began = time.Now()
		return leave, nil
	case <-ctx.Done():
		<-s.turn
		<-s.queue
		return nil, errBusy
	}
}

// round is one look at a page, for all who asked for it before it began.
type round struct {
	begun    bool
	ended    chan struct{}
	painting *painting
	err      error
}

type entry struct {
	key      string
	painting *painting
}

func newGallery(p *painter, graph http.Handler, now func() time.Time) *gallery {
	return &gallery{
		painter: p, graph: graph, now: now, invented: newShare(mostInvented),
		plain: newCache(mostPainted), views: newCache(mostViews), texts: newCache(mostSearches), rounds: map[string]*round{},
	}
}

// find returns the painting of an address, whose document render makes; nil when the client paints that page itself.
func (g *gallery) find(ctx context.Context, a address, render func(markup, data string) string) (*painting, error) {
	r := g.join(ctx, a, render)
	patience := time.NewTimer(paintPatience)
	defer patience.Stop()
	select {
	case <-r.ended:
		return r.painting, r.err
	case <-patience.C:
		return nil, errBusy
	}
}

// join takes part in the next round of a page, which begins when the one that is going on has ended: what this one is made of was
// asked for before the caller came, who may have seen something newer since. So however many ask while a page is painted, it is
// painted once more for all of them.
func (g *gallery) join(ctx context.Context, a address, render func(markup, data string) string) *round {
	head := sha256.Sum256([]byte(render("", "")))
	key := a.String() + string(head[:])
	g.mu.Lock()
	defer g.mu.Unlock()
	before := g.rounds[key]
	if before != nil && !before.begun {
		return before
	}
	r := &round{ended: make(chan struct{})}
	g.rounds[key] = r
	go func() {
		defer close(r.ended)
		if before != nil {
			<-before.ended
		}
		g.mu.Lock()
		r.begun = true
		g.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(telemetry.Apart(ctx)), paintLimit)
		defer cancel()
		r.painting, r.err = g.current(ctx, a, head, render)
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.rounds[key] == r {
			delete(g.rounds, key)
		}
	}()
	return r
}

// current takes a painting that is still right, or makes a fresh one and keeps it. head is the sum of the document without markup.
func (g *gallery) current(
	ctx context.Context, a address, head [sha256.Size]byte, render func(markup, data string) string,
) (*painting, error) {
	kept := g.kept(a)
	if kept == nil {
		var requests []json.RawMessage
		var paintable bool
		err := g.engine(ctx, a, func() (err error) {
			requests, paintable, err = g.painter.ask(ctx, a.String())
			return err
		})
		if err != nil {
			return nil, err
		}
		kept = &painting{unpaintable: !paintable, requests: requests}
	}
	if kept.unpaintable {
		g.keep(a, kept)
		return nil, nil
	}
	given, stale, err := g.ask(ctx, kept.requests)
	if err != nil {
		return nil, err
	}
	if last := g.last(a); stale && last != nil {
		return last, nil
	}
	made := sha256.Sum256(append(head[:], given...))
	if kept.made == made {
		g.confirm(kept)
		return kept, nil
	}
	var painted markup
	err = g.engine(ctx, a, func() (err error) {
		painted, err = g.painter.paint(ctx, a.String(), given)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("paint: %w", err)
	}
	text := render(painted.Markup, painted.Data)
	hash := sha256.Sum256([]byte(text))
	packed, err := pack(text)
	if err != nil {
		return nil, err
	}
	fresh := &painting{
		requests: kept.requests, made: made, packed: packed, etag: base64.RawURLEncoding.EncodeToString(hash[:15]), right: g.now(),
	}
	if stale {
		fresh.stale = 1
		return fresh, nil
	}
	g.keep(a, fresh)
	return fresh, nil
}

// engine runs what uses the painter: for an address with parameters within the share of those.
func (g *gallery) engine(ctx context.Context, a address, use func() error) error {
	if len(a.view.shown) > 0 {
		leave, err := g.invented.enter(ctx)
		if err != nil {
			return err
		}
		defer leave()
	}
	return use()
}

// last returns the painting of an address as it was last known to be right, nil when it is not kept. It is for when nobody can be asked.
func (g *gallery) last(a address) *painting {
	kept := g.kept(a)
	if kept == nil || kept.packed == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	last := *kept
	last.stale = max(g.now().Sub(last.right), 1)
	return &last
}

func (g *gallery) confirm(p *painting) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p.right = g.now()
}

func (g *gallery) kept(a address) *painting {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.of(a).get(a.String())
}

func (g *gallery) keep(a address, p *painting) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.of(a).put(a.String(), p)
}

// ask asks the graph, and returns a JSON array with the data of each answer, and whether one of them may no longer be right.
func (g *gallery) ask(ctx context.Context, requests []json.RawMessage) (text string, stale bool, err error) {
	all := make([]string, len(requests))
	for i, body := range requests {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "/graphql", bytes.NewReader(body))
		if err != nil {
			return "", false, err
		}
		r.Header.Set("Content-Type", "application/json")
		var answer reply
		g.graph.ServeHTTP(&answer, r)
		var result struct {
			Data   json.RawMessage
			Errors json.RawMessage
		}
		if err := json.Unmarshal(answer.body.Bytes(), &result); err != nil {
			return "", false, fmt.Errorf("read an answer of the graph: %w", err)
		}
		if len(result.Errors) > 0 || len(result.Data) == 0 {
			return "", false, errors.New("the graph could not answer")
		}
		all[i], stale = string(result.Data), stale || answer.Header().Get("Age") != ""
	}
	return "[" + strings.Join(all, ",") + "]", stale, nil
}

// reply collects an answer of the graph.
type reply struct {
	header http.Header
	body   bytes.Buffer
}

func (r *reply) Header() http.Header {
	if r.header == nil {
		r.header = http.Header{}
	}
	return r.header
}

func (r *reply) Write(p []byte) (int, error) { return r.body.Write(p) }

func (r *reply) WriteHeader(int) {} // an answer that failed says so itself

// serve answers a GET or HEAD with the document in the smallest form that the caller takes; 304 when the caller has it.
func (p *painting) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	if p.stale > 0 {
		respcache.MarkStale(h, p.stale)
	}
	for _, coding := range codings {
		if accepts(r.Header.Get("Accept-Encoding"), coding.name) {
			h.Set("Content-Encoding", coding.name)
			h.Set("ETag", `"`+p.etag+"-"+coding.name+`"`)
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(p.packed[coding.name]))
			return
		}
	}
	h.Set("ETag", `"`+p.etag+`"`)
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(p.packed["br"])))
	if err != nil {
		panic(err) // it was packed here
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(plain))
}

// pack makes the compressed forms of a document. Brotli's default costs some 10 ms; half as much again saves 3 % more.
func pack(text string) (map[string][]byte, error) {
	var br, gz bytes.Buffer
	zipper, err := gzip.NewWriterLevel(&gz, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, w := range []io.WriteCloser{brotli.NewWriter(&br), zipper} {
		if _, err := io.WriteString(w, text); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
	}
	return map[string][]byte{"br": slices.Clip(br.Bytes()), "gzip": slices.Clip(gz.Bytes())}, nil
}
