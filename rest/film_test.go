package rest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"orrery/blob"
)

const captions = "WEBVTT\n\n00:01.000 --> 00:04.000\nThe arm lifts a box.\n"

func film(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("../client/e2e/fixtures/film.mp4")
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// A film is stored with what it plays only, and served in parts so that it can't run in the origin of the shop.
func TestAFilmIsServed(t *testing.T) {
	s3, _ := onS3(t)
	for kind, bucket := range map[string]blob.Bucket{"disk": onDisk(t), "s3": s3} {
		t.Run(kind, func(t *testing.T) {
			api := newServer(t, bucket)
			r := api.upload(api.admin, part{"file", "../../evil.html", "text/html", film(t)})
			got := api.send(http.MethodGet, r.Upload.URL, "", "", nil)
			want := fmt.Sprintf(`{"success":true,"upload":{"_id":%q,"url":%q,"format":"MP4","width":320,"height":180,"seconds":8,"bytes":%d}}`,
				r.Upload.ID, r.Upload.URL, len(got.body))
			if r.status != http.StatusCreated || strings.TrimSpace(r.body) != want {
				t.Fatalf("%d %s, want %s", r.status, r.body, want)
			}
			h := got.header
			if got.status != 200 || h.Get("Content-Type") != "video/mp4" || h.Get("Accept-Ranges") != "bytes" || h.Get("X-Content-Type-Options") != "nosniff" ||
				!strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") || strings.Contains(got.body, "Lavf") {
				t.Errorf("%d %v", got.status, h)
			}
			size := len(got.body)
			for asked, c := range map[string]struct {
				status     int
				part, body string
			}{
				"bytes=4-7":                      {206, fmt.Sprintf("bytes 4-7/%d", size), "ftyp"},
				"bytes=0-":                       {206, fmt.Sprintf("bytes 0-%d/%d", size-1, size), got.body},
				"bytes=-9":                       {206, fmt.Sprintf("bytes %d-%d/%d", size-9, size-1, size), got.body[size-9:]},
				"bytes=-99999999":                {206, fmt.Sprintf("bytes 0-%d/%d", size-1, size), got.body},
				fmt.Sprintf("bytes=%d-", size):   {416, fmt.Sprintf("bytes */%d", size), "Requested Range Not Satisfiable\n"},
				fmt.Sprintf("bytes=%d-", size-2): {206, fmt.Sprintf("bytes %d-%d/%d", size-2, size-1, size), got.body[size-2:]},
				"bytes=0-1,4-5":                  {200, "", got.body},
			} {
				request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, api.url+r.Upload.URL, nil)
				if err != nil {
					t.Fatal(err)
				}
				request.Header.Set("Range", asked)
				response, err := http.DefaultClient.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				var body bytes.Buffer
				if _, err := body.ReadFrom(response.Body); err != nil || response.Body.Close() != nil {
					t.Fatal(err)
				}
				if response.StatusCode != c.status || response.Header.Get("Content-Range") != c.part || body.String() != c.body {
					t.Errorf("%s: %d %q, %d bytes", asked, response.StatusCode, response.Header.Get("Content-Range"), body.Len())
				}
			}
			if head := api.send(http.MethodHead, r.Upload.URL, "", "", nil); head.status != 200 || head.header.Get("Content-Length") != fmt.Sprint(size) {
				t.Errorf("HEAD: %d %v", head.status, head.header)
			}

			r = api.upload(api.admin, part{"file", "a.vtt", "text/vtt", captions})
			if want := fmt.Sprintf(`{"success":true,"upload":{"_id":%q,"url":%q,"format":"VTT","bytes":53}}`, r.Upload.ID, r.Upload.URL); strings.TrimSpace(r.body) != want {
				t.Fatalf("%d %s, want %s", r.status, r.body, want)
			}
			if got := api.send(http.MethodGet, r.Upload.URL, "", "", nil); got.body != captions || got.header.Get("Content-Type") != "text/vtt; charset=utf-8" {
				t.Errorf("captions: %d %v", got.status, got.header)
			}
		})
	}
}

func TestFilmsThatAreRefused(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	api := newServer(t, onDisk(t))
	whole := film(t)
	for name, c := range map[string]struct {
		token, content string
		status         int
		code, says     string
	}{
		"a visitor":          {"", whole, 401, "UNAUTHENTICATED", ""},
		"a customer":         {api.user, whole, 403, "FORBIDDEN", ""},
		"half a film":        {api.admin, whole[:len(whole)/2], 422, "INVALID", "its end is missing"},
		"HEVC":               {api.admin, strings.ReplaceAll(whole, "avc1", "hvc1"), 415, "UNSUPPORTED_MEDIA_TYPE", "HEVC"},
		"WebM":               {api.admin, "\x1aE\xdf\xa3" + strings.Repeat("x", 30<<20), 415, "UNSUPPORTED_MEDIA_TYPE", "WebM"},
		"QuickTime":          {api.admin, strings.Replace(whole, "ftypisom", "ftypqt  ", 1), 415, "UNSUPPORTED_MEDIA_TYPE", "QuickTime (MOV)"},
		"64 MB and one byte": {api.admin, whole + strings.Repeat("x", 64<<20+1-len(whole)), 413, "TOO_LARGE", "at most 64 MB"},
		"SubRip":             {api.admin, "1\n00:00:01,000 --> 00:00:04,000\nHello\n", 415, "UNSUPPORTED_MEDIA_TYPE", "WebVTT"},
		"broken captions":    {api.admin, strings.Replace(captions, "00:04.000", "4 s", 1), 422, "INVALID", "Line 3"},
		"long captions":      {api.admin, captions + strings.Repeat("x", 200<<10), 413, "TOO_LARGE", "200 KB"},
	} {
		r := api.upload(c.token, part{"file", "a.mp4", "video/mp4", c.content})
		if r.status != c.status || r.Code != c.code || !strings.Contains(r.Message, c.says) || c.token == api.admin && r.Errors["file"] != r.Message {
			t.Errorf("%s: %d %s, want %d %s", name, r.status, r.body, c.status, c.code)
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	// A picture's form takes no film.
	kind, body := formOf(t, part{name: "name", content: "Arm"}, part{"image", "a.jpg", "image/jpeg", whole})
	if r := api.send(http.MethodPost, "/api/v1/admin/product/new", api.admin, kind, body); r.status != 415 || !strings.Contains(r.Errors["image"], "picture") {
		t.Errorf("a film as a picture: %d %s", r.status, r.body)
	}
}

func TestAStorageThatIsGoneTakesNoFilm(t *testing.T) {
	bucket, server := onS3(t)
	server.Close()
	api := newServer(t, bucket)
	r := api.upload(api.admin, part{"file", "a.mp4", "video/mp4", film(t)})
	if r.status != http.StatusServiceUnavailable || r.Code != "UNAVAILABLE" || strings.Contains(r.body, "127.0.0.1") {
		t.Errorf("%d %s", r.status, r.body)
	}
}
