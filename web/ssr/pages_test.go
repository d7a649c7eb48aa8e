package ssr

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// short stands for the client's server build: each page asks for its address.
const short = `globalThis.requests = async (address) => address === '/login' ? 'null' : JSON.stringify([{ query: address }])
globalThis.render = async (address, answers) => JSON.stringify({ markup: address + ' says ' + answers, data: '{}' })`

// memory is a Store, and the graph of a shop whose answers are its text.
type memory struct {
	mu    sync.Mutex
	pages map[string][]byte
	text  string
}

func (m *memory) Page(_ context.Context, address string) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.pages[address]
}

func (m *memory) StorePage(_ context.Context, address string, page []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pages[address] = page
}

func (m *memory) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	_, _ = fmt.Fprintf(w, `{"data": %q}`, m.text)
}

// process is one instance of a shop.
func (m *memory) process(script string) *Pages {
	return NewPages(NewRenderer(script, "https://shop.example"), m, m, time.Now)
}

// find returns the document at an address, and how many engines the instance has started so far.
func find(t *testing.T, p *Pages, a Address) (text string, engines int) {
	t.Helper()
	page, err := p.Find(t.Context(), a, "{}", func(markup, data string) string { return "<p>" + markup + data })
	if err != nil || page == nil {
		t.Fatalf("%s is %v (%v)", a, page, err)
	}
	plain, err := page.Text()
	if err != nil {
		t.Fatal(err)
	}
	zip, err := gzip.NewReader(bytes.NewReader(page.Packed["gzip"]))
	if err != nil {
		t.Fatal(err)
	}
	if unzipped, err := io.ReadAll(zip); err != nil || !bytes.Equal(unzipped, plain) {
		t.Errorf("%s is %q zipped (%v), and otherwise %q", a, unzipped, err, plain)
	}
	p.renderer.mu.Lock()
	defer p.renderer.mu.Unlock()
	return string(plain), len(p.renderer.free)
}

// A page outlives its process and serves others with the same renderer, for as long as the shop's data is the same.
func TestPagesAreShared(t *testing.T) {
	t.Parallel()
	m := &memory{pages: map[string][]byte{}, text: "good"}
	about := Address{Path: "/about"}
	for i, step := range []struct {
		text, script string
		engines      int
	}{
		{"good", short, 1},
		{"good", short, 0},
		{"better", short, 1},
		{"better", short, 0},
		{"better", short + "\n// another release", 1},
		{"better", short, 1}, // the store has one page of an address
	} {
		m.text = step.text
		text, engines := find(t, m.process(step.script), about)
		if want := `<p>/about says ["` + step.text + `"]{}`; text != want || engines != step.engines {
			t.Errorf("step %d: %q with %d engines, want %q with %d", i, text, engines, want, step.engines)
		}
	}

	m.pages["/about"] = []byte("torn")
	p := m.process(short)
	if _, engines := find(t, p, about); engines != 1 {
		t.Errorf("a page that can't be read is rendered by %d engines", engines)
	}
	find(t, p, Address{Path: "/faq", Query: "?q=made-up"})
	if page, err := p.Find(t.Context(), Address{Path: "/login"}, "{}", func(_, _ string) string { return "" }); page != nil || err != nil {
		t.Errorf("a page that the client renders is %v (%v)", page, err)
	}
	if kept := slices.Collect(maps.Keys(m.pages)); !slices.Equal(kept, []string{"/about"}) {
		t.Errorf("the store holds %v", kept)
	}
}
