package test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The example programs and all examples of docs/api work.
func TestPartnerDocumentation(t *testing.T) {
	s := startDemo(t)
	for program, says := range map[string]string{"docs/api/agent.mjs": "The order is paid. 2 webhooks",
		"docs/api/partner.mjs": "caught up: 11 changes of stock, none missing, none twice"} {
		t.Run(program, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			run := exec.CommandContext(ctx, "node", program)
			run.Env = append(os.Environ(), "SHOP="+s.url)
			out, err := run.CombinedOutput()
			if err != nil || !strings.Contains(string(out), says) {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}

	admin := s.loginDemoAdmin()
	order := s.placeOrder()
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
			token, refusal := s.exampleCaller(admin, query)
			if strings.HasPrefix(strings.TrimSpace(notes.ReplaceAllString(query, "")), "subscription") {
				continue // tested by the program
			}
			answer := s.execute(token, query, variables)
			switch {
			case refusal == "" && len(answer.Errors) > 0:
				t.Errorf("%s: %s answers %+v", page, query, answer.Errors)
			case refusal != "" && (len(answer.Errors) == 0 || answer.Errors[0].Extensions.Code != refusal):
				t.Errorf("%s: %s answers %+v, want %s", page, query, answer.Errors, refusal)
			}
		}
		for _, example := range requests.FindAllStringSubmatch(string(text), -1) {
			token, _ := s.exampleCaller(admin, example[1])
			text := strings.ReplaceAll(notes.ReplaceAllString(example[1], ""), "ORDER_ID", order)
			head, body, _ := strings.Cut(text, "\n\n")
			line, headers, _ := strings.Cut(strings.TrimSpace(head), "\n")
			method, path, _ := strings.Cut(line, " ")
			request, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
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
			if response.StatusCode != http.StatusOK || strings.Contains(string(answer), `"isError":true`) {
				t.Errorf("%s: %s answers %d %s", page, text, response.StatusCode, answer)
			}
		}
	}
}

// exampleCaller returns the token that the note of an example requires, and the code with which the example is refused.
func (s server) exampleCaller(admin, example string) (token, refusal string) {
	s.Helper()
	note := notes.FindStringSubmatch(example)
	switch {
	case note == nil:
		return "", ""
	case note[1] == "as an administrator":
		return admin, note[2]
	}
	return s.createKey(admin, strings.TrimPrefix(note[1], "with ")), note[2]
}

var (
	examples = regexp.MustCompile("(?s)```graphql\n(.*?)```(?:\n\n```json\n(.*?)```)?")
	requests = regexp.MustCompile("(?s)```http\n(.*?)```")
	notes    = regexp.MustCompile(`(?m)^# (as an administrator|with [A-Z_]+)(?:, refused: ([A-Z_]+))?\n`)
)

// placeOrder places an order as the customer of the demo and returns its ID.
func (s server) placeOrder() string {
	s.Helper()
	customer := s.loginWith("customer@orrery.example", "Orrery-Customer-1!")
	made := s.execute(customer, `mutation { cartItemAdd(input: {productId: "3"}) { userErrors { code } }
		orderPlace(input: {idempotencyKey: "k", shippingInfo: {address: "Damrak 1", city: "Amsterdam", postalCode: "1012 LG", country: "NL"}}) { order { id } } }`, nil)
	return made.Data["orderPlace"].(map[string]any)["order"].(map[string]any)["id"].(string)
}

// Errors of unknown paths and methods below /api have the format of the REST API.
func TestUnknownPathsBelowTheAPI(t *testing.T) {
	s := startDemo(t)
	for _, call := range []struct {
		method, path string
		status       int
		code         string
	}{
		{"GET", "/api", 404, "NOT_FOUND"}, {"GET", "/api/", 404, "NOT_FOUND"}, {"GET", "/api/v1", 404, "NOT_FOUND"},
		{"GET", "/api/v2/products", 404, "NOT_FOUND"}, {"POST", "/api/products", 404, "NOT_FOUND"}, {"DELETE", "/api/v1/nothing", 404, "NOT_FOUND"},
		{"GET", "/api/v1/products.json", 404, "NOT_FOUND"}, {"PATCH", "/api/v1/products", 405, "METHOD_NOT_ALLOWED"},
	} {
		status, text := s.send(call.method, call.path, "", nil)
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
