package rest_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/jpeg"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"orrery/auth"
	"orrery/blob"
	"orrery/db/dbtest"
	"orrery/rest"
	"orrery/shop"
	"orrery/telemetry"
	"orrery/web"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// testServer serves the REST API over HTTP with a seeded database of its own.
type testServer struct {
	t *testing.T
	*dbtest.Database
	url         string
	admin, user string // tokens
	accounts    *auth.Auth
}

const password = "aA1!aA1!"

func newServer(t *testing.T, bucket blob.Bucket) *testServer {
	t.Helper()
	database := dbtest.New(t)
	accounts, err := auth.New(database.Store, []byte(strings.Repeat("k", auth.MinSecret)), database.Clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	mux := http.NewServeMux()
	api := rest.New(rest.Config{Store: database.Store, Auth: accounts, Pictures: blob.NewPictures(bucket),
		Documents: blob.NewDocuments(bucket), Films: blob.NewFilms(bucket), PublicURL: "https://shop.example", Log: log})
	mux.Handle("/api/v1/", accounts.Middleware(log, rest.Refuse, api))
	mux.Handle("/media/", web.Media(log, bucket))
	server := httptest.NewServer(web.Middleware(telemetry.Observers{Log: log}, "http://localhost", mux))
	t.Cleanup(server.Close)
	f := &testServer{t: t, Database: database, url: server.URL, accounts: accounts}
	for role, token := range map[shop.Role]*string{shop.RoleAdmin: &f.admin, shop.RoleUser: &f.user} {
		email := string(role) + "@example.org"
		if err := accounts.EnsureUser(t.Context(), "Test Person", email, role, password); err != nil {
			t.Fatal(err)
		}
		in, err := accounts.Login(t.Context(), shop.Actor{}, shop.UserLoginInput{Email: email, Password: password})
		if err != nil {
			t.Fatal(err)
		}
		*token = in.Token
	}
	return f
}

// reply is an answer of the api.
type reply struct {
	status  int
	header  http.Header
	body    string
	Success bool
	Message string
	Code    string
	Errors  map[string]string
	Upload  struct {
		ID            string `json:"_id"`
		URL           string
		Width, Height int
		Format        string
		Bytes         int
	}
}

func (f *testServer) send(method, path, token, contentType string, body io.Reader) reply {
	f.t.Helper()
	request, err := http.NewRequestWithContext(f.t.Context(), method, f.url+path, body)
	if err != nil {
		f.t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	request.Header.Set("Content-Type", contentType)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		f.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		f.t.Fatal(err)
	}
	r := reply{status: response.StatusCode, header: response.Header, body: string(text)}
	if strings.HasPrefix(path, "/api/") && !strings.Contains(path, "/exports/products.json") && strings.HasPrefix(r.header.Get("Content-Type"), "application/json") {
		if err := json.Unmarshal(text, &r); err != nil {
			f.t.Fatalf("%d %s: %v", r.status, text, err)
		}
	}
	return r
}

// part is a part of a form; a file when it has a file's name.
type part struct{ name, file, kind, content string }

func formOf(t *testing.T, parts ...part) (contentType string, body *bytes.Buffer) {
	t.Helper()
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	for _, p := range parts {
		head := http.Header{"Content-Disposition": {`form-data; name="` + p.name + `"`}}
		if p.file != "" {
			head = http.Header{"Content-Disposition": {`form-data; name="` + p.name + `"; filename="` + p.file + `"`}, "Content-Type": {p.kind}}
		}
		to, err := w.CreatePart(map[string][]string(head))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(to, p.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), body
}

func (f *testServer) upload(token string, parts ...part) reply {
	f.t.Helper()
	contentType, body := formOf(f.t, parts...)
	return f.send(http.MethodPost, "/api/v1/uploads", token, contentType, body)
}

// photo is a JPEG of any size.
func photo(t *testing.T, w, h int) string {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, w, h)), nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
