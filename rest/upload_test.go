package rest_test

import (
	"bytes"
	"fmt"
	"image"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"orrery/blob"
	"orrery/shop"
)

func onDisk(t *testing.T) blob.Bucket {
	t.Helper()
	return bucketAt(t, "file://"+t.TempDir())
}

func onS3(t *testing.T) (blob.Bucket, *httptest.Server) {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	backend := s3mem.New()
	if err := backend.CreateBucket("shop"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server())
	t.Cleanup(server.Close)
	return bucketAt(t, "s3://shop?endpoint="+server.URL), server
}

func bucketAt(t *testing.T, address string) blob.Bucket {
	t.Helper()
	bucket, err := blob.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	return bucket
}

func TestAnUploadIsServed(t *testing.T) {
	s3, _ := onS3(t)
	for kind, bucket := range map[string]blob.Bucket{"disk": onDisk(t), "s3": s3} {
		t.Run(kind, func(t *testing.T) {
			api := newServer(t, bucket)
			// Neither the name nor the type that the caller gives counts.
			r := api.upload(api.admin, part{"file", "../../evil.svg", "image/svg+xml", photo(t, 2000, 1000) + "<script>"})
			if r.status != http.StatusCreated || !r.Success || r.Upload.Width != 1920 || r.Upload.Height != 960 {
				t.Fatalf("%d %s", r.status, r.body)
			}
			want := fmt.Sprintf(`{"success":true,"upload":{"_id":%q,"url":%q,"width":1920,"height":960}}`, r.Upload.ID, r.Upload.URL)
			if strings.TrimSpace(r.body) != want {
				t.Errorf("answered %s, want %s", r.body, want)
			}
			for _, width := range []int{320, 640, 960, 1280, 1920} {
				path := strings.Replace(r.Upload.URL, "-1920.", "-"+strconv.Itoa(width)+".", 1)
				got := api.send(http.MethodGet, path, "", "", nil)
				m, format, err := image.Decode(strings.NewReader(got.body))
				if err != nil || format != "jpeg" || m.Bounds().Dx() != width || got.header.Get("Content-Type") != "image/jpeg" {
					t.Errorf("%s: %d, %q, %v, %v", path, got.status, format, got.header, err)
				}
				if got.header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(got.header.Get("Cache-Control"), "immutable") {
					t.Errorf("%s: %v", path, got.header)
				}
				if strings.Contains(got.body, "<script>") {
					t.Errorf("%s carries what was appended", path)
				}
			}
		})
	}
}

// Unused files are deleted from the folder and from the bucket, and content that is uploaded again is served.
func TestUnusedUploadsAreDeleted(t *testing.T) {
	s3, _ := onS3(t)
	for kind, bucket := range map[string]blob.Bucket{"disk": onDisk(t), "s3": s3} {
		t.Run(kind, func(t *testing.T) {
			api := newServer(t, bucket)
			content := part{"file", "a.jpg", "image/jpeg", photo(t, 700, 350)}
			url := api.upload(api.admin, content).Upload.URL
			for _, wait := range []time.Duration{0, shop.UnusedUploadMemory} {
				if got := api.send(http.MethodGet, url, "", "", nil); got.status != http.StatusOK {
					t.Fatalf("%s: %d", url, got.status)
				}
				api.Clock.Advance(wait)
				if err := api.Store.Catalogue.SweepUploads(t.Context(), bucket.Delete); err != nil {
					t.Fatal(err)
				}
			}
			for _, path := range []string{url, strings.Replace(url, "-700.", "-320.", 1)} {
				if got := api.send(http.MethodGet, path, "", "", nil); got.status != http.StatusNotFound {
					t.Errorf("%s: %d, want 404", path, got.status)
				}
			}
			token, err := api.accounts.Login(t.Context(), shop.Actor{}, shop.UserLoginInput{Email: "admin@example.org", Password: password})
			if err != nil {
				t.Fatal(err)
			}
			if again := api.upload(token.Token, content).Upload.URL; again != url {
				t.Errorf("uploaded again as %s, want %s", again, url)
			}
			if got := api.send(http.MethodGet, url, "", "", nil); got.status != http.StatusOK {
				t.Errorf("uploaded again: %d", got.status)
			}
		})
	}
}

func TestUploadsThatAreRefused(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	api := newServer(t, onDisk(t))
	good := photo(t, 48, 32)
	file := part{"file", "a.jpg", "image/jpeg", good}
	filed := func(content string) []part { return []part{{"file", "a.jpg", "image/jpeg", content}} }
	for name, c := range map[string]struct {
		token  string
		parts  []part
		status int
		code   string
		field  bool
	}{
		"a visitor":               {"", []part{file}, 401, "UNAUTHENTICATED", false},
		"a forged token":          {api.user + "x", []part{file}, 401, "UNAUTHENTICATED", false},
		"a customer":              {api.user, []part{file}, 403, "FORBIDDEN", false},
		"a visitor with a lot":    {"", filed(strings.Repeat("x", 9<<20)), 401, "UNAUTHENTICATED", false},
		"no part":                 {api.admin, nil, 422, "REQUIRED", true},
		"an empty field":          {api.admin, filed(""), 422, "REQUIRED", true},
		"another part":            {api.admin, []part{file, {name: "alt", content: "x"}}, 400, "BAD_REQUEST", false},
		"two files":               {api.admin, []part{file, file}, 400, "BAD_REQUEST", true},
		"another name":            {api.admin, []part{{"image", "a.jpg", "image/jpeg", good}}, 400, "BAD_REQUEST", false},
		"an svg":                  {api.admin, filed(`<svg xmlns="http://www.w3.org/2000/svg"/>`), 415, "UNSUPPORTED_MEDIA_TYPE", true},
		"a text":                  {api.admin, filed("hello"), 415, "UNSUPPORTED_MEDIA_TYPE", true},
		"half a picture":          {api.admin, filed(good[:len(good)/2]), 422, "INVALID", true},
		"a line":                  {api.admin, filed(photo(t, 2000, 10)), 422, "OUT_OF_RANGE", true},
		"one byte more than 10MB": {api.admin, filed(good + strings.Repeat("x", shop.MaxUploadBytes+1-len(good))), 413, "TOO_LARGE", true},
		"20 MB":                   {api.admin, filed(strings.Repeat("x", 20<<20)), 413, "TOO_LARGE", true},
	} {
		r := api.upload(c.token, c.parts...)
		if r.status != c.status || r.Code != c.code || r.Success || r.Message == "" {
			t.Errorf("%s: %d %s, want %d %s", name, r.status, r.body, c.status, c.code)
		}
		if !strings.Contains(r.body, `"success":false`) || !strings.Contains(r.body, `"errors":{`) || (r.Errors["file"] == r.Message) != c.field {
			t.Errorf("%s: answered %s", name, r.body)
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	var rows int
	if err := api.SQL.QueryRow(`SELECT count(*) FROM uploads`).Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows (%v)", rows, err)
	}
	if r := api.upload(api.admin, filed(good+strings.Repeat("x", shop.MaxUploadBytes-len(good)))...); r.status != 201 {
		t.Errorf("10 MB exactly: %d %s", r.status, r.body)
	}
}

func TestBodiesThatAreNoForm(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	api := newServer(t, onDisk(t))
	kind, whole := formOf(t, part{"file", "a.jpg", "image/jpeg", photo(t, 48, 32)})
	for name, c := range map[string]struct {
		kind, body string
		status     int
	}{
		"json":              {"application/json", `{"file":"x"}`, 415},
		"a bare picture":    {"image/jpeg", photo(t, 48, 32), 415},
		"no type":           {"", whole.String(), 415},
		"another multipart": {strings.Replace(kind, "form-data", "mixed", 1), whole.String(), 415},
		"no boundary":       {"multipart/form-data", whole.String(), 400},
		"another boundary":  {"multipart/form-data; boundary=other", whole.String(), 400},
		"broken off":        {kind, whole.String()[:whole.Len()-80], 400},
		"empty":             {kind, "", 400},
	} {
		r := api.send(http.MethodPost, "/api/v1/uploads", api.admin, c.kind, strings.NewReader(c.body))
		if r.status != c.status || r.Success {
			t.Errorf("%s: %d %s, want %d", name, r.status, r.body, c.status)
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

func TestUploadsAreRateLimited(t *testing.T) {
	t.Parallel()
	api := newServer(t, onDisk(t))
	if _, err := api.SQL.Exec(`INSERT INTO attempts SELECT $1, id::text, $2, $3 FROM users WHERE role = 'admin'`,
		shop.UploadPerAccount.Name, shop.UploadPerAccount.Max, api.Clock.Now().Add(90*time.Second)); err != nil {
		t.Fatal(err)
	}
	r := api.upload(api.admin, part{"file", "a.jpg", "image/jpeg", photo(t, 48, 32)})
	if r.status != http.StatusTooManyRequests || r.Code != "RATE_LIMITED" || r.header.Get("Retry-After") != "90" {
		t.Errorf("%d %s, Retry-After %q", r.status, r.body, r.header.Get("Retry-After"))
	}
}

func TestAStorageThatIsGone(t *testing.T) {
	bucket, server := onS3(t)
	server.Close()
	api := newServer(t, bucket)
	r := api.upload(api.admin, part{"file", "a.jpg", "image/jpeg", photo(t, 48, 32)})
	if r.status != http.StatusServiceUnavailable || r.Code != "UNAVAILABLE" || r.header.Get("Retry-After") == "" ||
		strings.Contains(r.body, "127.0.0.1") {
		t.Errorf("%d %s", r.status, r.body)
	}
}

func TestUnknownAddressesAnswerInJSON(t *testing.T) {
	t.Parallel()
	api := newServer(t, onDisk(t))
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if r := api.send(method, "/api/v1/nothing", "", "", &bytes.Buffer{}); r.status != 404 || r.Code != "NOT_FOUND" {
			t.Errorf("%s: %d %s", method, r.status, r.body)
		}
	}
}
