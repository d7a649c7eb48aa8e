package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestTheSmallestAcceptedFormIsSent(t *testing.T) {
	site := newSite(t)
	for _, c := range []struct{ path, accept, coding, body string }{
		{"/assets/main-1a2b.js", "gzip, deflate, br, zstd", "br", "as brotli"},
		{"/assets/main-1a2b.js", "GZIP", "gzip", gzipped(script)},
		{"/assets/main-1a2b.js", "br;q=0, gzip;q=0.5", "gzip", gzipped(script)},
		{"/assets/main-1a2b.js", "*", "br", "as brotli"},
		{"/assets/main-1a2b.js", "br;q=0, *;q=0.1", "gzip", gzipped(script)},
		{"/assets/main-1a2b.js", "identity", "", script},
		{"/assets/main-1a2b.js", "", "", script},
		{"/assets/old-5e6f.css", "br", "", "a{}"},
		{"/assets/old-5e6f.css", "br, gzip", "gzip", "as gzip"},
	} {
		w := get(site, c.path, "Accept-Encoding", c.accept)
		if w.Header().Get("Content-Encoding") != c.coding || w.Body.String() != c.body {
			t.Errorf("%s %q: got %q %q", c.path, c.accept, w.Header().Get("Content-Encoding"), w.Body)
		}
		if w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s %q: Vary is %q", c.path, c.accept, w.Header().Get("Vary"))
		}
	}
	if w := get(site, "/favicon.svg", "Accept-Encoding", "br"); w.Header().Get("Vary") != "" {
		t.Errorf("a file of one form varies by %q", w.Header().Get("Vary"))
	}
}

func TestFilesAreNotSentTwice(t *testing.T) {
	site := newSite(t)
	tags := map[string]bool{}
	for _, accept := range []string{"br", "gzip", ""} {
		tag := get(site, "/assets/main-1a2b.js", "Accept-Encoding", accept).Header().Get("ETag")
		again := get(site, "/assets/main-1a2b.js", "Accept-Encoding", accept, "If-None-Match", tag)
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%q: got %d", accept, again.Code)
		}
		tags[tag] = true
	}
	if len(tags) != 3 {
		t.Errorf("forms share a tag: %v", tags)
	}
	if w := get(site, "/favicon.svg", "If-None-Match", `"other"`); w.Code != http.StatusOK {
		t.Errorf("a changed file: got %d", w.Code)
	}
}

func TestPartsOfAFile(t *testing.T) {
	site := newSite(t)
	if w := get(site, "/images/robot-banner.jpg", "Range", "bytes=2-4"); w.Code != 206 || w.Body.String() != "234" {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
	w := get(site, "/assets/main-1a2b.js", "Range", "bytes=0-6", "Accept-Encoding", "br")
	if w.Header().Get("Content-Encoding") != "" || w.Body.String() != "console" {
		t.Errorf("got %q %q", w.Header().Get("Content-Encoding"), w.Body)
	}
}

// A real connection, because a recorder does not check lengths.
func TestCompressedFilesArriveWhole(t *testing.T) {
	server := httptest.NewServer(newSite(t))
	defer server.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/assets/main-1a2b.js", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "br")
	answer, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.ContentLength != int64(len("as brotli")) {
		t.Errorf("Content-Length is %d", answer.ContentLength)
	}
}
