package app

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	reader "github.com/ledongthuc/pdf"

	"orrery/bench/buyers"
	"orrery/client"
)

// seededBrand matches the names of the program and of the seeded shop.
var seededBrand = regexp.MustCompile(`(?i)orrery|winkelwerk|keizersgracht|555 ?0142|ABNANL2A`)

// Nothing that another shop shows, sends or answers names the seeded one.
func TestAnotherShopIsNotTheSeededOne(t *testing.T) {
	c := demoConfig(t, prepared(t))
	var out bytes.Buffer
	args := []string{"-name", "Acme Robots", "-email", "hello@acme.example", "-country", "DE", "-street", "Damm 1", "-city", "Berlin",
		"-admin", "boss@acme.example"}
	if err := setUp(t.Context(), c, args, false, slog.New(slog.DiscardHandler), strings.NewReader(""), &out); err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`token=(\S+)`).FindStringSubmatch(out.String())
	if link == nil {
		t.Fatal(out.String())
	}
	url := start(t, c)
	running := buyers.Shop{URL: func() string { return url }}
	token := ""
	ask := func(query string, variables map[string]any, into any) {
		t.Helper()
		var raw json.RawMessage
		if err := running.Ask(token, query, variables, &raw); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		if found := seededBrand.Find(raw); found != nil {
			t.Errorf("%s answers %q", query, found)
		}
		if err := json.Unmarshal(raw, into); err != nil {
			t.Fatal(err)
		}
	}
	get := func(path, accept string) []byte {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		if accept != "" {
			request.Header.Set("Accept", accept)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode >= 500 {
			t.Fatalf("%s: %d, %v", path, response.StatusCode, err)
		}
		for name, values := range response.Header {
			if found := seededBrand.FindString(strings.Join(values, ", ")); found != "" {
				t.Errorf("%s has the header %s with %q", path, name, found)
			}
		}
		return body
	}

	const password = "Vogon-Poetry-3!"
	ask(`mutation ($token: String!, $password: String!) { passwordReset(input: {token: $token, newPassword: $password}) { userErrors { message } } }`,
		map[string]any{"token": link[1], "password": password}, new(any))
	var login struct{ UserLogin struct{ Token string } }
	ask(`mutation ($password: String!) { userLogin(input: {email: "boss@acme.example", password: $password}) { token userErrors { message } } }`,
		map[string]any{"password": password}, &login)
	token = login.UserLogin.Token
	var settings struct {
		SettingsUpdate struct {
			Settings   *struct{ Version int }
			UserErrors []struct{ Message string }
		}
	}
	ask(`mutation ($input: SettingsInput!) { settingsUpdate(input: $input) { settings { version } userErrors { message } } }`,
		map[string]any{"input": map[string]any{"version": 1, "name": "Acme Robots", "short": "Acme", "legalName": "Acme GmbH", "title": "Robots by Acme",
			"description": "All kinds of robots.", "email": "hello@acme.example", "office": map[string]any{"street": "Damm 1", "city": "Berlin"},
			"opens": 9, "closes": 17, "country": "DE", "orderPrefix": "AC-", "quotePrefix": "AQ-", "vatNumber": "DE123456789",
			"bank":         map[string]any{"holder": "Acme GmbH", "iban": "DE89 3704 0044 0532 0130 00", "bic": "COBADEFFXXX"},
			"announcement": map[string]any{"text": "We deliver again", "link": "/products"}}}, &settings)
	if settings.SettingsUpdate.Settings == nil {
		t.Fatalf("%+v", settings)
	}
	var made struct {
		ProductCreate struct{ Product struct{ ID string } }
	}
	ask(`mutation { productCreate(input: {name: "Welder", price: "10.00", stock: 5, category: "Industrial", description: "Welds."}) { product { id } } }`, nil, &made)
	id := made.ProductCreate.Product.ID
	ask(`mutation ($id: ID!) { cartItemAdd(input: {productId: $id}) { cart { itemCount } userErrors { message } } }`, map[string]any{"id": id}, new(any))
	var placed struct {
		OrderPlace struct {
			Order *struct {
				ID, Number string
				Payment    struct{ Iban string }
			}
		}
	}
	ask(`mutation { orderPlace(input: {idempotencyKey: "k", shippingInfo: {address: "Damm 2", city: "Berlin", postalCode: "10115", country: "DE"}}) {
		order { id number payment { accountHolder iban bic } } userErrors { message } } }`, nil, &placed)
	order := placed.OrderPlace.Order
	if order == nil || !strings.HasPrefix(order.Number, "AC-") || order.Payment.Iban != "DE89 3704 0044 0532 0130 00" {
		t.Fatalf("placed %+v", order)
	}

	// Pages with their heads, and what crawlers and programs read.
	var pages []struct{ Path string }
	if err := json.Unmarshal(client.Pages, &pages); err != nil {
		t.Fatal(err)
	}
	paths := []string{"/robots.txt", "/sitemap.xml", "/site.webmanifest", "/favicon.svg", "/schema.graphql", "/api/v1/openapi.json", "/api/v1/products",
		"/api/v1/product/" + id, "/api/v1/team", "/api/v1/milestones", "/api/v1/order/" + order.ID, "/api/v1/auth/me", "/api/v1/auth/me/data", "/api/v1/nothing"}
	for _, page := range pages {
		paths = append(paths, "/"+strings.TrimPrefix(regexp.MustCompile(`:\w+|\*`).ReplaceAllString(page.Path, id), "/"))
	}
	for _, path := range paths {
		if found := seededBrand.Find(get(path, "")); found != nil {
			t.Errorf("%s says %q", path, found)
		}
	}
	home := string(get("/", "text/html"))
	for _, want := range []string{"<title>Robots by Acme</title>", `content="All kinds of robots."`, ">Acme</span>", "We deliver again", `"legalName":"Acme GmbH"`, `"vatID":"DE123456789"`} {
		if !strings.Contains(home, want) {
			t.Errorf("the home page does not say %s", want)
		}
	}

	if terms := string(get("/terms", "text/html")); !strings.Contains(terms, "Acme GmbH, which trades as Acme Robots") {
		t.Errorf("the terms don't name the company")
	}

	// The invoice and the mail.
	invoice := pdfText(t, get("/api/v1/orders/"+order.ID+"/invoice", ""))
	for _, want := range []string{"Acme GmbH", "Damm 1", "DE89 3704 0044 0532 0130 00", "VAT no. DE123456789", order.Number} {
		if !strings.Contains(invoice, want) {
			t.Errorf("the invoice does not say %s: %s", want, invoice)
		}
	}
	if found := seededBrand.FindString(invoice); found != "" {
		t.Errorf("the invoice says %q", found)
	}
	var mail []byte
	for end := time.Now().Add(20 * time.Second); !bytes.Contains(mail, []byte(order.Number)); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no mail has come")
		}
		mail = nil
		files, err := filepath.Glob(filepath.Join(c.dataDir, "mail", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil && !os.IsNotExist(err) { // a file that was being written has another name now
				t.Fatal(err)
			}
			mail = append(mail, text...)
		}
	}
	if found := seededBrand.Find(mail); found != nil {
		t.Errorf("the mail says %q:\n%s", found, mail)
	}
	if !bytes.Contains(mail, []byte("Acme GmbH")) {
		t.Errorf("the mail does not name the company:\n%s", mail)
	}
}

// pdfText returns the text of a PDF that package pdf made.
func pdfText(t *testing.T, file []byte) string {
	t.Helper()
	r, err := reader.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("%v: %.200q", err, file)
	}
	var text strings.Builder
	for n := 1; n <= r.NumPage(); n++ {
		reader.Interpret(r.Page(n).V.Key("Contents"), func(stack *reader.Stack, op string) {
			if op == "Tj" {
				raw := stack.Pop().RawString()
				codes := make([]uint16, len(raw)/2)
				for i := range codes {
					codes[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
				}
				text.WriteString(string(utf16.Decode(codes)) + "\n")
			}
			for stack.Len() > 0 {
				stack.Pop()
			}
		})
	}
	return text.String()
}
