package web_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"

	"orrery/db/dbtest"
	"orrery/web"
)

// pages stands for the script that the client's build makes: the same two functions.
const pages = `
const loaded = Promise.resolve(location.origin)
globalThis.requests = async (path) => {
	if (path === '/login') return 'null'
	if (path === '/faq') throw new Error('no such luck')
	return JSON.stringify([{ query: 'first ' + path }, { query: 'second' }])
}
let slow = 0
globalThis.render = async (path, answers) => {
	if (path === '/contact') {
		slow++
		for (const end = Date.now() + 400; Date.now() < end;);
	}
	const [, made] = path.match(/^.compare.products=(\d+)$/) ?? []
	if (made) for (const end = Date.now() + 200; Date.now() < end;);
	if (path === '/terms') for (;;);
	if (path === '/privacy') return new Promise(() => {})
	const texts = JSON.parse(answers).map(({ text }) => text)
	const markup = '<main>' + path + ' of ' + await loaded + ' says ' + texts.join(' and ') + (slow ? ', rendered ' + slow : '') + '</main>'
	return JSON.stringify({ markup, data: JSON.stringify({ texts }) })
}`

// rendered is a site whose graph answers with what it is asked and a text; what it answers can be changed.
func rendered(t *testing.T) (site http.Handler, text *atomic.Value, asked *atomic.Int32) {
	t.Helper()
	t.Parallel()
	return renderedOf(t, dbtest.New(t))
}

func renderedOf(t *testing.T, d *dbtest.Database) (site http.Handler, text *atomic.Value, asked *atomic.Int32) {
	t.Helper()
	text, asked = &atomic.Value{}, &atomic.Int32{}
	text.Store("good")
	graph := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Header.Get("Authorization") != "" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("the graph was asked with %v", r.Header)
		}
		if text.Load() == "" {
			_, _ = io.WriteString(w, `{"errors": [{"message": "down"}], "data": null}`)
			return
		}
		_, _ = fmt.Fprintf(w, `{"data": {"text": %q}}`, text.Load())
	})
	site = configured(t, d, func(c *web.Config) {
		files := built()
		files[".server/pages.js"] = &fstest.MapFile{Data: []byte(pages)}
		files[".boot.js"] = &fstest.MapFile{Data: []byte("start()\n")}
		c.Files, c.Graph = files, graph
	})
	return site, text, asked
}

const (
	application = `<script type="module" crossorigin src="/assets/main-1a2b.js"></script>`
	shell       = application + `<link rel=x></head><body><div id="root"></div></body></html>`
)

func TestAPageComesWithItsMarkupAndItsFirstData(t *testing.T) {
	site, text, asked := rendered(t)
	first := get(site, "/about")
	body := first.Body.String()
	for _, part := range []string{
		"<title>About us | Orrery Robotics</title>",
		`<div id="root"><main>/about of https://shop.example says good and good</main></div>`,
		`<script type="application/json" id="first-data">{"texts":["good","good"]}</script>`,
		`<template id="application"><link rel="manifest" href="/site.webmanifest">` + application +
			`</template><script type="module">start()</script>`,
	} {
		if !strings.Contains(body, part) {
			t.Errorf("%s is missing in %s", part, body)
		}
	}
	// Of its scripts, the policy lets that one run, and the one that hides a closed announcement: printf 'start()' | openssl dgst -sha256 -binary | base64
	if policy := first.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self' 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=' 'sha256-") {
		t.Errorf("the policy is %s", policy)
	}
	if strings.Count(body, application) != 1 {
		t.Errorf("the application does not wait in %s", body)
	}

	// What the shop says now is asked for each time, and decides whether the page is made again.
	same := get(site, "/about", "If-None-Match", first.Header().Get("ETag"))
	if same.Code != http.StatusNotModified || asked.Load() != 4 {
		t.Errorf("the same page again is %d after %d questions", same.Code, asked.Load())
	}
	text.Store("</script><b>better")
	changed := get(site, "/about", "If-None-Match", first.Header().Get("ETag"))
	body = changed.Body.String()
	if changed.Code != http.StatusOK || !strings.Contains(body, `\u003c/script>\u003cb>better`) {
		t.Errorf("another page is %d %s", changed.Code, body)
	}
	if changed.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("browsers keep it: %v", changed.Header())
	}
}

// Rendered pages are in the database until a week after their last use, but those that anyone can make up.
func TestRenderedPagesAreStored(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	site, _, _ := renderedOf(t, d)
	stored := func(address string) bool {
		page, err := d.Store.Ops.RenderedPage(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		return len(page) > 0
	}
	get(site, "/about")
	get(site, "/software?tab=mobile")
	if !stored("/about") || stored("/software?tab=mobile") || stored("/software") {
		t.Error("the page without parameters is not the only one that is stored")
	}
	for _, step := range []struct {
		wait time.Duration
		want bool
	}{{6 * 24 * time.Hour, true}, {6 * 24 * time.Hour, true}, {7 * 24 * time.Hour, false}} {
		d.Clock.Advance(step.wait)
		if err := d.Store.Ops.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := stored("/about"); got != step.want { // which is a use
			t.Errorf("after %v more it is stored: %t", step.wait, got)
		}
	}
}

func TestAPageIsRenderedOnceForAllWhoAskMeanwhile(t *testing.T) {
	site, text, asked := rendered(t)
	var all sync.WaitGroup
	visit := func(want string) {
		all.Go(func() {
			if body := get(site, "/contact").Body.String(); !strings.Contains(body, want) {
				t.Errorf("%q is missing in %s", want, body)
			}
		})
	}
	visit("says good and good, rendered 1<")
	for asked.Load() < 2 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond) // it has its data, and renders
	text.Store("better")
	for range 50 {
		visit("says better and better, rendered 2<")
	}
	all.Wait()
}

func TestAPageIsPackedOnce(t *testing.T) {
	site, _, _ := rendered(t)
	plain := get(site, "/about")
	tags := map[string]bool{plain.Header().Get("ETag"): true}
	for accepted, coding := range map[string]string{"br, gzip": "br", "gzip, br;q=0": "gzip"} {
		packed := get(site, "/about", "Accept-Encoding", accepted)
		h := packed.Header()
		if h.Get("Content-Encoding") != coding || h.Get("Vary") != "Accept-Encoding" || tags[h.Get("ETag")] {
			t.Errorf("%s comes with %v, plain with %v", coding, h, plain.Header())
		}
		tags[h.Get("ETag")] = true
		var r io.Reader = brotli.NewReader(packed.Body)
		if coding == "gzip" {
			var err error
			if r, err = gzip.NewReader(packed.Body); err != nil {
				t.Fatal(err)
			}
		}
		if text, err := io.ReadAll(r); err != nil || string(text) != plain.Body.String() {
			t.Errorf("%s is %s (%v), plain %s", coding, text, err, plain.Body)
		}
	}
	h := get(site, "/about", "Accept-Encoding", "gzip").Header()
	head := send(site, http.MethodHead, "/about", "Accept-Encoding", "gzip")
	if head.Body.Len() != 0 || head.Header().Get("Content-Length") != h.Get("Content-Length") {
		t.Errorf("HEAD answers %d bytes with %v", head.Body.Len(), head.Header())
	}
}

func TestAPageComesWithoutMarkupWhenThatIsNotToBeHad(t *testing.T) {
	site, text, _ := rendered(t)
	for _, path := range []string{
		"/login", // only the client makes it
		"/cart",  // somebody's own
		"/products?q=" + strings.Repeat("x", 201), // longer than any search
		"/products?q=%ff%00",                      // no text
		"/products/99",                            // no such product
		"/faq",                                    // asking fails
		"/terms",                                  // rendering never ends
		"/privacy",                                // nothing comes of it
		"/%61bout",                                // not the page's own address
	} {
		began := time.Now()
		if body := get(site, path).Body.String(); !strings.HasSuffix(body, shell) {
			t.Errorf("%s is %s", path, body)
		}
		if took := time.Since(began); took > 9*time.Second {
			t.Errorf("%s took %v", path, took)
		}
	}
	text.Store("")
	if body := get(site, "/sitemap").Body.String(); !strings.HasSuffix(body, shell) {
		t.Errorf("without the graph it is %s", body)
	}
	text.Store("back")
	deadline := time.Now().Add(30 * time.Second)
	for !strings.Contains(get(site, "/sitemap").Body.String(), "says back and back") {
		if time.Now().After(deadline) {
			t.Fatal("no page has markup again")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestAPageIsRenderedFromTheParametersThatItKnows(t *testing.T) {
	site, _, _ := rendered(t)
	for address, want := range map[string]string{
		"/about?utm_source=x": "/about",
		"/?q=x&tab=ide":       "/",
		"/products?fbclid=1&category=Industrial&page=1": "/products?category=industrial",
		"/products?page=2&q=arm&utm_source=x":           "/products?q=arm&page=2",
		"/products?page=02&sort=cheapest&compare=":      "/products",
		"/products?page=834&sort=newest&q=":             "/products",
		"/products?q=+arm%20%26+&q=rail&sort=newest":    "/products?q=+arm+%26+&sort=newest",
		"/products?sort=name&compare=2,1,,2":            "/products?sort=name&compare=2,1",
		"/products/1?tab=specs&x":                       "/products/1?tab=specs",
		"/products/1?tab=features":                      "/products/1",
		"/compare?only=differences&products=1%2C2":      "/compare?products=1,2&only=differences",
		"/plan?p=a3.m1&v=1&utm_source=x":                "/plan?v=1&p=a3.m1",
		"/plan?v=1&q=a3.m2&p=a3.m1":                     "/plan?v=1&p=a3.m1&q=a3.m2",
		"/plan?arm=3&utm_source=x":                      "/plan?arm=3",
		"/plan?arm=03":                                  "/plan",
		"/software?tab=mobile&tab=ide":                  "/software?tab=mobile",
		"/sitemap?":                                     "/sitemap",
		"/sitemap?x=%zz&&=":                             "/sitemap",
	} {
		for try := 1; ; try++ { // a busy renderer leaves pages to the browser
			body := get(site, address).Body.String()
			if strings.Contains(body, "<main>"+strings.ReplaceAll(want, "&", "\x26")+" of ") || strings.Contains(body, "<main>"+want+" of ") {
				break
			}
			if try == 10 || strings.Contains(body, "<main>") {
				t.Errorf("%s is not rendered as %s: %s", address, want, body)
				break
			}
		}
	}
}

func TestMadeUpAddressesDisplaceNoPageAndLeaveTimeForOthers(t *testing.T) {
	site, _, asked := rendered(t)
	get(site, "/contact") // says how often it was rendered
	stop := make(chan struct{})
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					get(site, fmt.Sprintf("/compare?products=%d", 1000*i+worker))
					time.Sleep(10 * time.Millisecond)
				}
			}
		})
	}
	for _, path := range []string{"/about", "/software", "/technologies", "/resources"} {
		for try := 1; ; try++ { // a page that takes a busy machine longer than a visitor waits is there for the next one
			body := get(site, path).Body.String()
			if strings.Contains(body, "<main>"+path+" of ") {
				break
			}
			if try == 3 {
				t.Errorf("%s is %s", path, body)
				break
			}
		}
	}
	close(stop)
	all.Wait()

	for i := range 400 { // more than are kept
		get(site, fmt.Sprintf("/products?q=%d", i))
		if i%16 == 0 {
			get(site, fmt.Sprintf("/software?tab=ide&x=%d", i))
		}
	}
	before := asked.Load()
	if body := get(site, "/contact").Body.String(); !strings.Contains(body, ", rendered 1<") || asked.Load() != before+2 {
		t.Errorf("after those it is %s", body)
	}
}
