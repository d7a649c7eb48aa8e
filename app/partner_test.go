package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

// serving starts a whole shop on a folder and port of its own, until the test ends.
func serving(t *testing.T) (origin string) {
	t.Helper()
	origin, _, _ = servingTo(t, slog.New(slog.DiscardHandler), 0)
	return origin
}

// servingTo is serving with a log, for which it tells the folder; stop begins to stop the shop, which goes on serving while it drains.
func servingTo(t *testing.T, log *slog.Logger, drain time.Duration) (origin, folder string, stop func()) {
	t.Helper()
	c := demoConfig(t.TempDir())
	c.drain = drain
	origin, stop = servingWith(t, c, log)
	return origin, c.dataDir, stop
}

// demoConfig is that of a demo with its data in a folder.
func demoConfig(folder string) Config {
	return Config{host: "127.0.0.1", dataDir: folder, blobURL: "file://" + filepath.ToSlash(filepath.Join(folder, "media")),
		mailFrom: "shop@orrery.example", contactTo: "office@orrery.example", demo: true, privateWebhooks: true, bank: shop.DefaultBank()}
}

// servingWith is serving as a configuration has it, on a free port.
func servingWith(t *testing.T, c Config, log *slog.Logger) (origin string, stop func()) {
	t.Helper()
	c.port = "0"
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	opened := make(chan string, 1)
	go func() { ended <- Run(ctx, c, log, func(url string) { opened <- url }) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections() // those that were never used would be waited for
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case origin = <-opened:
	case err := <-ended:
		ended <- err
		t.Fatal(err)
	case <-time.After(2 * time.Minute):
		t.Fatal("the shop does not start")
	}
	visitor{t, origin}.soon("the shop is ready", func() bool {
		answer, err := http.Get(origin + "/readyz")
		if err != nil {
			return false
		}
		_ = answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
	return origin, stop
}

// A partner's program works as the documents have it, and so does every example in them.
func TestPartnersDocuments(t *testing.T) {
	origin := serving(t)
	t.Run("program", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		program := exec.CommandContext(ctx, "node", "docs/api/partner.mjs")
		program.Env = append(os.Environ(), "SHOP="+origin)
		out, err := program.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "caught up: 11 changes of stock, none missing, none twice") {
			t.Fatalf("%v\n%s", err, out)
		}
	})

	admin := signIn(t, origin)
	order := placed(t, origin)
	pages, err := filepath.Glob("docs/api/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no documents", err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, example := range examples.FindAllStringSubmatch(string(text), -1) {
			query, variables := example[1], map[string]any{}
			if example[2] != "" {
				if err := json.Unmarshal([]byte(example[2]), &variables); err != nil {
					t.Fatalf("%s: %v in %s", page, err, example[2])
				}
			}
			token, refusal := asker(t, origin, admin, query)
			if strings.HasPrefix(strings.TrimSpace(notes.ReplaceAllString(query, "")), "subscription") {
				continue // the program has one
			}
			answer := post(t, origin, token, query, variables)
			switch {
			case refusal == "" && len(answer.Errors) > 0:
				t.Errorf("%s: %s answers %+v", page, query, answer.Errors)
			case refusal != "" && (len(answer.Errors) == 0 || answer.Errors[0].Extensions.Code != refusal):
				t.Errorf("%s: %s answers %+v, want %s", page, query, answer.Errors, refusal)
			}
		}
		for _, example := range requests.FindAllStringSubmatch(string(text), -1) {
			token, _ := asker(t, origin, admin, example[1])
			text := strings.ReplaceAll(notes.ReplaceAllString(example[1], ""), "ORDER_ID", order)
			head, body, _ := strings.Cut(text, "\n\n")
			line, headers, _ := strings.Cut(strings.TrimSpace(head), "\n")
			method, path, _ := strings.Cut(line, " ")
			request, err := http.NewRequest(method, origin+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			for header := range strings.Lines(headers) {
				name, value, _ := strings.Cut(header, ":")
				request.Header.Set(name, strings.TrimSpace(value))
			}
			if token != "" {
				request.Header.Set("Authorization", "Bearer "+token)
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			answer, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("%s: %s answers %d %s", page, text, response.StatusCode, answer)
			}
		}
	}
}

// asker is the token that an example's note asks for, and the code that it is refused with.
func asker(t *testing.T, origin, admin, example string) (token, refusal string) {
	t.Helper()
	note := notes.FindStringSubmatch(example)
	switch {
	case note == nil:
		return "", ""
	case note[1] == "as an administrator":
		return admin, note[2]
	}
	return key(t, origin, admin, strings.TrimPrefix(note[1], "with ")), note[2]
}

var (
	examples = regexp.MustCompile("(?s)```graphql\n(.*?)```(?:\n\n```json\n(.*?)```)?")
	requests = regexp.MustCompile("(?s)```http\n(.*?)```")
	notes    = regexp.MustCompile(`(?m)^# (as an administrator|with [A-Z_]+)(?:, refused: ([A-Z_]+))?\n`)
)

type answer struct {
	Data   map[string]any
	Errors []struct {
		Message    string
		Extensions struct{ Code string }
	}
}

func post(t *testing.T, origin, token, query string, variables map[string]any) (a answer) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, origin+"/graphql", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

// signIn answers a session of the demo's administrator.
func signIn(t *testing.T, origin string) string {
	t.Helper()
	in := post(t, origin, "", `mutation { userLogin(input: {email: "admin@orrery.example", password: "Orrery-Admin-1!"}) { token } }`, nil)
	return in.Data["userLogin"].(map[string]any)["token"].(string)
}

func key(t *testing.T, origin, admin, scope string) string {
	t.Helper()
	made := post(t, origin, admin, fmt.Sprintf(`mutation { apiKeyCreate(input: {name: "Example", scopes: [%s]}) { secret } }`, scope), nil)
	return made.Data["apiKeyCreate"].(map[string]any)["secret"].(string)
}

// placed is the identifier of an order of the demo's customer.
func placed(t *testing.T, origin string) string {
	t.Helper()
	customer := post(t, origin, "", `mutation { userLogin(input: {email: "customer@orrery.example", password: "Orrery-Customer-1!"}) { token } }`, nil).
		Data["userLogin"].(map[string]any)["token"].(string)
	made := post(t, origin, customer, `mutation { cartItemAdd(input: {productId: "3"}) { userErrors { code } }
		orderPlace(input: {idempotencyKey: "k", shippingInfo: {address: "Damrak 1", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) { order { id } } }`, nil)
	return made.Data["orderPlace"].(map[string]any)["order"].(map[string]any)["id"].(string)
}

// Whatever is asked for below /api, the answer is one that partners' programs read.
func TestUnknownPathsBelowTheAPI(t *testing.T) {
	v := visitor{t, serving(t)}
	for _, call := range []struct {
		method, path string
		status       int
		code         string
	}{
		{"GET", "/api", 404, "NOT_FOUND"}, {"GET", "/api/", 404, "NOT_FOUND"}, {"GET", "/api/v1", 404, "NOT_FOUND"},
		{"GET", "/api/v2/products", 404, "NOT_FOUND"}, {"POST", "/api/products", 404, "NOT_FOUND"}, {"DELETE", "/api/v1/nothing", 404, "NOT_FOUND"},
		{"GET", "/api/v1/products.json", 404, "NOT_FOUND"}, {"PATCH", "/api/v1/products", 405, "METHOD_NOT_ALLOWED"},
	} {
		status, text := v.send(call.method, call.path, "", nil)
		var body struct {
			Success *bool
			Message string
			Code    string
			Errors  map[string]string
		}
		if err := json.Unmarshal([]byte(text), &body); err != nil || status != call.status || body.Code != call.code ||
			body.Success == nil || *body.Success || body.Message == "" || body.Errors == nil {
			t.Errorf("%s %s is %d %s", call.method, call.path, status, text)
		}
	}
}
