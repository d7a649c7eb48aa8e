package rest_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"

	"orrery/db/dbtest"
	"orrery/shop"
)

const manual = "%PDF-1.7\n1 0 obj\nendobj\ntrailer\nstartxref\n9\n%%EOF\n"

// A document is stored as it is and served so that it can't run in the origin of the shop.
func TestADocumentIsServed(t *testing.T) {
	s3, _ := onS3(t)
	model, err := os.ReadFile("../client/public/cad/gripper.stl")
	if err != nil {
		t.Fatal(err)
	}
	for kind, bucket := range map[string]struct {
		content, format, mediaType, disposition string
	}{
		"disk": {manual, "PDF", "application/pdf", ""},
		"s3":   {string(model), "STL", "model/stl", "attachment"},
	} {
		t.Run(kind, func(t *testing.T) {
			at := s3
			if kind == "disk" {
				at = onDisk(t)
			}
			api := newServer(t, at)
			// Neither the name nor the type that the caller gives counts.
			r := api.upload(api.admin, part{"file", "../../evil.html", "text/html", bucket.content})
			want := fmt.Sprintf(`{"success":true,"upload":{"_id":%q,"url":%q,"format":%q,"bytes":%d}}`, r.Upload.ID, r.Upload.URL, bucket.format, len(bucket.content))
			if r.status != http.StatusCreated || strings.TrimSpace(r.body) != want {
				t.Fatalf("%d %s, want %s", r.status, r.body, want)
			}
			got := api.send(http.MethodGet, r.Upload.URL, "", "", nil)
			h := got.header
			if got.body != bucket.content || h.Get("Content-Type") != bucket.mediaType || h.Get("Content-Disposition") != bucket.disposition ||
				h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") {
				t.Errorf("%d %v, %d bytes", got.status, h, len(got.body))
			}
		})
	}
}

func TestDocumentsThatAreRefused(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	api := newServer(t, onDisk(t))
	for name, c := range map[string]struct {
		token, content string
		status         int
		code           string
	}{
		"a visitor":              {"", manual, 401, "UNAUTHENTICATED"},
		"a customer":             {api.user, manual, 403, "FORBIDDEN"},
		"html":                   {api.admin, "<!doctype html><script>alert(1)</script>", 415, "UNSUPPORTED_MEDIA_TYPE"},
		"html before a pdf":      {api.admin, "<script>alert(1)</script>" + manual, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"half a pdf":             {api.admin, manual[:20], 422, "INVALID"},
		"a pdf with an archive":  {api.admin, manual + strings.Repeat("PK\x03\x04", 400), 422, "INVALID"},
		"a text of a solid":      {api.admin, "solid arm\n" + strings.Repeat(" ", 100), 422, "INVALID"},
		"a pdf of 20 MB and one": {api.admin, "%PDF-" + strings.Repeat(" ", 20<<20-4), 413, "TOO_LARGE"},
		"a glb of 11 MB":         {api.admin, "glTF" + strings.Repeat(" ", 11<<20), 413, "TOO_LARGE"},
		"step of 30 MB":          {api.admin, "ISO-10303-21;" + strings.Repeat(" ", 30<<20), 413, "TOO_LARGE"},
	} {
		r := api.upload(c.token, part{"file", "manual.pdf", "application/pdf", c.content})
		if r.status != c.status || r.Code != c.code || c.token == api.admin && (r.Errors["file"] == "" || r.Errors["file"] != r.Message) {
			t.Errorf("%s: %d %s, want %d %s", name, r.status, r.body, c.status, c.code)
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	// A picture's form takes no document.
	kind, body := formOf(t, part{name: "name", content: "Arm"}, part{"image", "a.jpg", "image/jpeg", manual})
	r := api.send(http.MethodPost, "/api/v1/admin/product/new", api.admin, kind, body)
	if r.status != 415 || r.Errors["image"] == "" {
		t.Errorf("a document as a picture: %d %s", r.status, r.body)
	}
}

func TestAStorageThatIsGoneTakesNoDocument(t *testing.T) {
	bucket, server := onS3(t)
	server.Close()
	api := newServer(t, bucket)
	r := api.upload(api.admin, part{"file", "a.pdf", "application/pdf", manual})
	if r.status != http.StatusServiceUnavailable || r.Code != "UNAVAILABLE" || strings.Contains(r.body, "127.0.0.1") {
		t.Errorf("%d %s", r.status, r.body)
	}
}

// The data sheet is made once for everybody, whatever the query, and again after a change.
func TestDataSheet(t *testing.T) {
	t.Parallel()
	f, _ := newCachingServer(t, dbtest.New(t))
	if _, err := f.Store.Outbox.Follow(t.Context(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	get := func(path string) reply {
		t.Helper()
		r := f.send(http.MethodGet, "/api/v1"+path, "", "", nil)
		h := r.header
		if r.status != 200 || h.Get("Content-Type") != "application/pdf" || h.Get("Content-Disposition") != "attachment" ||
			h.Get("Cache-Control") != "public, no-cache" || !strings.HasPrefix(r.body, "%PDF-") {
			t.Errorf("%s: %d %v", path, r.status, h)
		}
		return r
	}
	const id = "019a0000-0000-7000-8000-000000000001"
	editor := shop.Actor{Key: &shop.KeyActor{ID: id, MakerID: id, Scopes: []shop.Scope{shop.WriteProducts}}}
	first := get("/products/1/datasheet.pdf")
	for _, path := range []string{"/products/1/datasheet.pdf", "/products/1/datasheet.pdf?x=1"} {
		if again := get(path); again.body != first.body || again.header.Get("ETag") != first.header.Get("ETag") {
			t.Errorf("%s is another one", path)
		}
	}
	if _, err := f.Store.Catalogue.UpdateProduct(t.Context(), editor, shop.ProductInput{ID: "1", Name: new("Renamed")}); err != nil {
		t.Fatal(err)
	}
	if changed := get("/products/1/datasheet.pdf"); changed.header.Get("ETag") == first.header.Get("ETag") {
		t.Error("it is the same after a change")
	}
	for _, id := range []string{"99", "01", "x", "1%00"} {
		if r := f.send(http.MethodGet, "/api/v1/products/"+id+"/datasheet.pdf", "", "", nil); r.status != 404 && r.status != 422 || r.Code == "" {
			t.Errorf("%s: %d %s", id, r.status, r.body)
		}
	}
}
