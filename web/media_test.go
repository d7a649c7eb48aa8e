package web_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"orrery/blob"
	"orrery/web"
)

const (
	hash    = "0123456789abcdef0123456789abcdef"
	photo   = hash + "-320.jpg"
	drawing = hash + "-320.png"
	broken  = hash + "-640.jpg"
	manual  = hash + ".pdf"
	model   = hash + ".glb"
	film    = hash + ".mp4"
)

// shelf is a bucket in memory.
type shelf struct{ t *testing.T }

func (shelf) Put(context.Context, string, string, io.ReadSeeker, int64) error {
	return errors.New("read only")
}

func (shelf) Delete(context.Context, string) error { return errors.New("read only") }

func (s shelf) GetRange(ctx context.Context, name string, r blob.Range) (io.ReadCloser, int64, error) {
	whole, size, err := s.Get(ctx, name)
	if err != nil {
		return nil, 0, err
	}
	offset, length, ok := r.In(size)
	if !ok {
		return nil, size, blob.ErrRange
	}
	content, err := io.ReadAll(whole)
	return io.NopCloser(strings.NewReader(string(content[offset : offset+length]))), size, err
}

func (s shelf) Get(ctx context.Context, name string) (io.ReadCloser, int64, error) {
	deadline, bounded := ctx.Deadline()
	isPicture := strings.Contains(name, "-")
	if longest := time.Until(deadline); !bounded || isPicture != (longest < time.Minute) {
		s.t.Errorf("reading %s ends after %s", name, longest)
	}
	switch name {
	case photo, drawing, manual, model, hash + ".step", hash + ".stl", film, hash + ".vtt":
		return io.NopCloser(strings.NewReader(name)), int64(len(name)), nil
	case broken:
		return nil, 0, errors.New("the key of the storage is wrong")
	case hash + "-960.jpg":
		return nil, 0, blob.ErrNotFound
	}
	s.t.Errorf("%q reached the bucket", name)
	return nil, 0, blob.ErrNotFound
}

func TestMedia(t *testing.T) {
	media := web.Media(slog.New(slog.DiscardHandler), shelf{t})
	for path, want := range map[string]struct {
		status      int
		kind, cache string
	}{
		"/media/" + photo:              {200, "image/jpeg", "public, max-age=31536000, immutable"},
		"/media/" + drawing:            {200, "image/png", "public, max-age=31536000, immutable"},
		"/media/" + hash + ".html":     {404, "text/plain; charset=utf-8", "no-store"},
		"/media/" + hash + ".PDF":      {404, "text/plain; charset=utf-8", "no-store"},
		"/media/" + hash + ".pdf.html": {404, "text/plain; charset=utf-8", "no-store"},
		"/media/" + hash + "-960.jpg":  {404, "text/plain; charset=utf-8", "no-store"},
		"/media/" + broken:             {503, "text/plain; charset=utf-8", "no-store"},
		"/media/":                      {404, "text/plain; charset=utf-8", "no-store"},
		"/media/../server.go":          {404, "text/plain; charset=utf-8", "no-store"},
		"/media/x/" + photo:            {404, "text/plain; charset=utf-8", "no-store"},
		"/media/.part-ABC":             {404, "text/plain; charset=utf-8", "no-store"},
		"/media/" + hash + "-320.html": {404, "text/plain; charset=utf-8", "no-store"},
	} {
		w := get(media, path)
		h := w.Header()
		if w.Code != want.status || h.Get("Content-Type") != want.kind || h.Get("Cache-Control") != want.cache ||
			h.Get("X-Content-Type-Options") != "nosniff" || strings.Contains(w.Body.String(), "key") {
			t.Errorf("%s: got %d %q %v", path, w.Code, w.Body, h)
		}
		if want.status == 200 && (w.Body.String() != strings.TrimPrefix(path, "/media/") || h.Get("Content-Length") != "40" ||
			!strings.Contains(h.Get("Content-Security-Policy"), "sandbox")) {
			t.Errorf("%s: got %q %v", path, w.Body, h)
		}
	}
}

func TestMediaAreNotSentTwice(t *testing.T) {
	media := web.Media(slog.New(slog.DiscardHandler), shelf{t})
	tag := get(media, "/media/"+photo).Header().Get("ETag")
	if w := get(media, "/media/"+photo, "If-None-Match", `"x", `+tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
	if w := get(media, "/media/"+drawing, "If-None-Match", tag); w.Code != http.StatusOK {
		t.Errorf("another picture: got %d", w.Code)
	}
	if w := send(media, http.MethodHead, "/media/"+photo); w.Code != http.StatusOK || w.Body.Len() != 0 || w.Header().Get("Content-Length") != "40" {
		t.Errorf("HEAD: got %d %q", w.Code, w.Body)
	}
	if w := send(media, http.MethodDelete, "/media/"+photo); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("DELETE: got %d", w.Code)
	}
}

// Neither a document nor what a browser makes of it runs in the origin of the shop.
func TestDocuments(t *testing.T) {
	media := web.Media(slog.New(slog.DiscardHandler), shelf{t})
	for name, want := range map[string]struct{ kind, disposition, policy string }{
		manual:         {"application/pdf", "", "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"},
		model:          {"model/gltf-binary", "attachment", "default-src 'none'; frame-ancestors 'none'; sandbox"},
		hash + ".step": {"model/step", "attachment", "default-src 'none'; frame-ancestors 'none'; sandbox"},
		hash + ".stl":  {"model/stl", "attachment", "default-src 'none'; frame-ancestors 'none'; sandbox"},
	} {
		w := get(media, "/media/"+name)
		h := w.Header()
		if w.Code != 200 || w.Body.String() != name || h.Get("Content-Type") != want.kind || h.Get("Content-Disposition") != want.disposition ||
			h.Get("Content-Security-Policy") != want.policy || h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: got %d %q %v", name, w.Code, w.Body, h)
		}
	}
}

// A film comes in parts, and nothing else does.
func TestRangesOfFilms(t *testing.T) {
	media := web.Media(slog.New(slog.DiscardHandler), shelf{t})
	const tag = `"` + film + `"`
	for _, c := range []struct {
		name, asked, condition string
		status                 int
		part, body             string
	}{
		{film, "", "", 200, "", film},
		{film, "bytes=0-", "", 206, "bytes 0-35/36", film},
		{film, "bytes=0-3", "", 206, "bytes 0-3/36", "0123"},
		{film, "bytes=32-99", "", 206, "bytes 32-35/36", ".mp4"},
		{film, "bytes=-4", "", 206, "bytes 32-35/36", ".mp4"},
		{film, "bytes=-99", "", 206, "bytes 0-35/36", film},
		{film, "bytes=36-", "", 416, "bytes */36", "Requested Range Not Satisfiable\n"},
		{film, "bytes=0-3,8-9", "", 200, "", film},
		{film, "bytes=3-0", "", 200, "", film},
		{film, "bytes=-", "", 200, "", film},
		{film, "bytes=-0", "", 200, "", film},
		{film, "bytes=x-3", "", 200, "", film},
		{film, "bytes=0-99999999999999999999", "", 200, "", film},
		{film, "lines=0-3", "", 200, "", film},
		{film, "bytes=0-3", tag, 206, "bytes 0-3/36", "0123"},
		{film, "bytes=0-3", `"` + hash + `.vtt"`, 200, "", film},
		{film, "bytes=0-3", "W/" + tag, 200, "", film},
		{photo, "bytes=0-3", "", 200, "", photo},
	} {
		w := get(media, "/media/"+c.name, "Range", c.asked, "If-Range", c.condition)
		h := w.Header()
		if w.Code != c.status || h.Get("Content-Range") != c.part || w.Body.String() != c.body {
			t.Errorf("%q of %s: %d %q %q", c.asked, c.name, w.Code, h.Get("Content-Range"), w.Body)
		}
		if c.status != 416 && (h.Get("Content-Length") != strconv.Itoa(len(c.body)) || !strings.Contains(h.Get("Cache-Control"), "immutable") ||
			(h.Get("Accept-Ranges") == "bytes") != (c.name == film)) {
			t.Errorf("%q of %s: %v", c.asked, c.name, h)
		}
	}
	w := send(media, http.MethodHead, "/media/"+film, "Range", "bytes=0-3")
	if h := w.Header(); w.Code != 200 || h.Get("Content-Length") != "36" || h.Get("Accept-Ranges") != "bytes" || h.Get("Content-Type") != "video/mp4" ||
		h.Get("Content-Security-Policy") != "default-src 'none'; frame-ancestors 'none'; sandbox" || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d %v", w.Code, h)
	}
	if kind := get(media, "/media/"+hash+".vtt").Header().Get("Content-Type"); kind != "text/vtt; charset=utf-8" {
		t.Errorf("captions are %s", kind)
	}
}
