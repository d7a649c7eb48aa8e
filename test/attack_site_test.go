package test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// headers checks that every kind of response forbids framing, content sniffing and foreign scripts, and sets no cookie.
func (a target) headers() {
	assets, err := filepath.Glob("client/dist/assets/*.js.gz")
	if err != nil || len(assets) == 0 {
		a.Fatal("no assets", err)
	}
	admin := bearer(a.tokens["admin"])
	for _, row := range []struct {
		method, path string
		header       map[string]string
		status       int
	}{
		{"GET", "/", nil, 200}, {"GET", "/products/1", nil, 200}, {"GET", "/login", nil, 200}, {"GET", "/admin", nil, 200}, {"GET", "/playground", nil, 200},
		{"GET", "/nothing", nil, 404}, {"GET", "/product/1", nil, 301}, {"GET", "/products/", nil, 301}, {"POST", "/", nil, 405},
		{"GET", "/assets/" + strings.TrimSuffix(filepath.Base(assets[0]), ".gz"), nil, 200}, {"GET", "/assets/none.js", nil, 404}, {"GET", "/favicon.svg", nil, 200},
		{"GET", "/sitemap.xml", nil, 200}, {"GET", "/livez", nil, 200}, {"GET", "/metrics", nil, 200}, {"GET", "/media/none.jpg", nil, 404},
		{"GET", a.link, nil, 200}, {"GET", "/quotes/none.pdf", nil, 404}, {"GET", "/graphql", nil, 400}, {"POST", "/graphql", nil, 415},
		{"GET", "/schema.graphql", admin, 200}, {"GET", "/api/v1/products", nil, 200}, {"GET", "/api/v1/none", nil, 404}, {"GET", "/api/v1/auth/me", nil, 401},
		{"GET", "/api/v1/exports/orders.csv", admin, 200}, {"GET", "/api/v1/orders/" + a.order + "/invoice", admin, 200},
	} {
		request, err := http.NewRequestWithContext(a.Context(), row.method, a.url+row.path, nil)
		if err != nil {
			a.Fatal(err)
		}
		for name, value := range row.header {
			request.Header.Set(name, value)
		}
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			a.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != row.status {
			a.Errorf("%s %s: %d, want %d", row.method, row.path, response.StatusCode, row.status)
		}
		h := response.Header
		policy := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, want) {
				a.Errorf("%s: the policy %q lacks %s", row.path, policy, want)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") || strings.Contains(policy, "http") {
			a.Errorf("%s: the policy allows too much: %s", row.path, policy)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
			"Cross-Origin-Opener-Policy": "same-origin", "Set-Cookie": "", "Server": "", "X-Powered-By": ""} {
			if got := h.Get(name); got != want {
				a.Errorf("%s: %s is %q, want %q", row.path, name, got, want)
			}
		}
		if kind := h.Get("Content-Type"); kind == "" && response.StatusCode == http.StatusOK {
			a.Errorf("%s has no type", row.path)
		}
		if row.header != nil && row.path != "/schema.graphql" && !strings.Contains(h.Get("Cache-Control"), "no-store") {
			a.Errorf("%s may be kept by others: %q", row.path, h.Get("Cache-Control"))
		}
	}
}

// paths checks that no path leads out of the served folders, and that no redirect leads to another site.
func (a target) paths() {
	secret, err := os.ReadFile(filepath.Join(a.dataDir, "jwt-secret"))
	if err != nil {
		a.Fatal(err)
	}
	up := []string{"../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "....//", "..;/", "%252e%252e%252f", "..%c0%af", "/"}
	for _, folder := range []string{"/media/", "/assets/", "/quotes/", "/images/", "/api/v1/exports/", "/"} {
		for _, step := range up {
			for _, file := range []string{"jwt-secret", "etc/passwd", "jwt-secret%00.jpg", "index.html"} {
				path := folder + strings.Repeat(step, 3) + file
				answer := a.raw("GET " + path + " HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n")
				status, _, _ := strings.Cut(strings.TrimPrefix(answer, "HTTP/1.1 "), " ")
				if !slices.Contains([]string{"301", "307", "308", "400", "401", "404"}, status) || strings.Contains(answer, string(secret)) || strings.Contains(answer, "root:") {
					a.Errorf("%s: %.300q", path, answer)
				}
				if to := location.FindStringSubmatch(answer); to != nil && !regexp.MustCompile(`^/([^/\\]|$)`).MatchString(to[1]) {
					a.Errorf("%s leads to %s", path, to[1])
				}
			}
		}
	}
	for _, path := range []string{"//evil.example/", "//evil.example/..", "/%2fevil.example/", "/%5cevil.example/", "/\\evil.example/", "///evil.example/", "//evil.example//",
		"/product/%2fevil.example", "/product/%5cevil.example", "/product/..%2f%2fevil.example", "/.//evil.example/", "/products//evil.example/", "/%09/evil.example/",
		"//evil.example/%2e%2e/", "/login/?from=//evil.example", "/login?from=https://evil.example", "/newsletter/confirm/?next=https://evil.example"} {
		answer := a.raw("GET " + path + " HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n")
		if to := location.FindStringSubmatch(answer); to != nil && !regexp.MustCompile(`^/([^/\\]|$)`).MatchString(to[1]) {
			a.Errorf("%s leads to %s", path, to[1])
		}
	}
}

var location = regexp.MustCompile(`(?m)^Location: (.*?)\r?$`)

// hosts checks that neither URLs that the shop writes nor the address of a client depend on headers that the client may
// choose.
func (a target) hosts() {
	spoofed := map[string]string{"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "ftp", "X-Forwarded-For": "8.8.8.8", "Forwarded": "host=evil.example;for=8.8.8.8",
		"X-Real-Ip": "8.8.8.8", "True-Client-Ip": "8.8.8.8", "X-Original-Url": "/metrics", "X-Rewrite-Url": "/metrics", "X-Host": "evil.example"}
	var lines strings.Builder
	for name, value := range spoofed {
		fmt.Fprintf(&lines, "%s: %s\r\n", name, value)
	}
	body := `{"query": "mutation { passwordResetRequest(input: {email: \"owner@example.org\"}) { userErrors { code } } }"}`
	answer := a.raw(fmt.Sprintf("POST /graphql HTTP/1.1\r\nHost: evil.example\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", lines.String(), len(body), body))
	if !strings.Contains(answer, `"userErrors":[]`) {
		a.Fatalf("%q", answer)
	}
	for _, path := range []string{"/", "/products/1", "/sitemap.xml", "/robots.txt", "/product/1", "/products/"} {
		answer := a.raw("GET " + path + " HTTP/1.1\r\nHost: evil.example\r\n" + lines.String() + "Connection: close\r\n\r\n")
		if strings.Contains(answer, "evil.example") || strings.Contains(answer, "orrery_") || !strings.Contains(answer, targetURL) && !strings.Contains(answer, "Location: /") {
			a.Errorf("%s: %.300q", path, answer)
		}
	}
	a.eventually("the email", func() bool { return strings.Contains(a.mail(), targetURL+"/reset-password?token=") })
	if strings.Contains(a.mail(), "evil.example") {
		a.Error("an email has a link to a host that the client chose")
	}
	var counted int
	if err := a.database("orrery").QueryRowContext(a.Context(), `SELECT count(*) FROM attempts WHERE strpos(attempts::text, '8.8.8.8') > 0`).Scan(&counted); err != nil || counted != 0 {
		a.Errorf("attempts are counted for an address that the client chose: %d (%v)", counted, err)
	}
}

// webhooks checks that webhooks are never sent to private addresses, in any notation.
func (a target) webhooks() {
	admin := a.tokens["admin"]
	refused := []string{"file:///etc/passwd", "gopher://127.0.0.1:5432/_x", "ftp://partner.example/", "javascript:alert(1)", "//partner.example", "http://", "https://user:word@partner.example/",
		"http://[::1", "http://partner.example:99999999/", "http://a b.example/", "dict://127.0.0.1:11211/", "unix:///var/run/x.sock"}
	for _, host := range []string{"127.0.0.1", "localhost", "localhost.", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254",
		"100.64.0.1", "198.18.0.1", "192.88.99.1", "224.0.0.1", "255.255.255.255", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
		"[2001:0:7f00:1::]", "[fe80::1]", "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]"} {
		refused = append(refused, "http://"+host+":5432/")
	}
	for _, url := range refused {
		if answer := a.ask(admin, `mutation ($url: String!) { webhookCreate(input: {url: $url}) { webhook { id } userErrors { code field } } }`, map[string]any{"url": url}); !strings.Contains(answer, `"webhook":null`) || !strings.Contains(answer, `"url"`) {
			a.Errorf("%s: %s", url, answer)
		}
	}
	hooks := map[string]string{}
	// Names are looked up when an event is delivered, and these notations may be names.
	for _, host := range []string{"127.1", "0x7f000001", "0177.0.0.1", "2130706433", "0", "①②⑦.⓪.⓪.①"} {
		var made struct {
			Data struct {
				WebhookCreate struct{ Webhook struct{ ID string } }
			}
		}
		answer := a.ask(admin, `mutation ($url: String!) { webhookCreate(input: {url: $url, kinds: ["stock.changed"]}) { webhook { id } userErrors { code } } }`, map[string]any{"url": "http://" + host + ":5432/"})
		if err := json.Unmarshal([]byte(answer), &made); err != nil {
			a.Fatal(err)
		}
		if id := made.Data.WebhookCreate.Webhook.ID; id != "" {
			hooks[host] = id
			a.ask(admin, `mutation ($id: ID!) { webhookTest(input: {id: $id}) { userErrors { code } } }`, map[string]any{"id": id})
		}
	}
	for host, id := range hooks {
		a.eventually("a delivery to "+host, func() bool {
			log := a.ask(admin, `query ($id: ID!) { deliveries(webhookId: $id) { nodes { attempts lastStatus lastError } } }`, map[string]any{"id": id})
			if strings.Contains(log, `"lastStatus":null,"lastError":"`) {
				if !strings.Contains(log, "the address is not a public one") && !strings.Contains(log, "the host was not found") {
					a.Errorf("%s was tried: %s", host, log)
				}
				return true
			}
			return false
		})
	}
	if len(hooks) < 5 {
		a.Errorf("only %d were tried", len(hooks))
	}
}

// guesses checks that attempts to guess passwords and links are limited, and that responses do not reveal which
// addresses have an account.
func (a target) guesses() {
	sign := func(email, word string) (code string, wait string, took time.Duration) {
		began := time.Now()
		answer := a.post("/api/v1/auth/login", fmt.Sprintf(`{"email": %q, "password": %q}`, email, word))
		defer func() { _ = answer.Body.Close() }()
		var body struct{ Code, Message string }
		if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
			a.Fatal(err)
		}
		return body.Code + " " + body.Message, answer.Header.Get("Retry-After"), time.Since(began)
	}
	a.register("victim", "victim@example.org")
	var known, unknown []time.Duration
	for i := range 5 {
		for email, times := range map[string]*[]time.Duration{"victim@example.org": &known, "nobody-at-all@example.org": &unknown} {
			code, _, took := sign(email, fmt.Sprint("guess", i))
			if code != "INVALID_CREDENTIALS Invalid email or password" {
				a.Errorf("%s: %s", email, code)
			}
			*times = append(*times, took)
		}
	}
	// If no password were hashed for an unknown address, its response would be tens of times faster.
	if fast, slow := slices.Min(unknown), slices.Min(known); fast < slow/4 {
		a.Errorf("an unknown address is answered after %v, a known one after %v", fast, slow)
	}
	for _, email := range []string{"victim@example.org", "nobody-at-all@example.org"} {
		tries := 5
		for code := ""; !strings.HasPrefix(code, "RATE_LIMITED") && tries < 30; tries++ {
			code, _, _ = sign(email, "another guess")
		}
		if code, wait, _ := sign(strings.ToUpper(email), password); tries != 11 || wait == "" || !strings.HasPrefix(code, "RATE_LIMITED") {
			a.Errorf("%s: %d guesses, and then the right password gets %s, Retry-After %q", email, tries-1, code, wait)
		}
	}
	reset := func(email string) string {
		return a.ask("", `mutation ($email: String!) { passwordResetRequest(input: {email: $email}) { userErrors { code } } }`, map[string]any{"email": email})
	}
	withoutCost := regexp.MustCompile(`,"extensions".*`)
	if here, nowhere := reset("victim@example.org"), reset("nobody-at-all@example.org"); withoutCost.ReplaceAllString(here, "") != withoutCost.ReplaceAllString(nowhere, "") {
		a.Errorf("a reset reveals who has an account: %s, %s", here, nowhere)
	}
	links := 0
	for ; links < 100; links++ {
		answer := a.ask("", `mutation ($token: String!) { emailVerify(input: {token: $token}) { userErrors { code } } }`,
			map[string]any{"token": fmt.Sprintf("%043d", links)}) // limited like a link to reset a password, but hashes no password
		if strings.Contains(answer, "RATE_LIMITED") {
			break
		}
		if !strings.Contains(answer, "INVALID_TOKEN") {
			a.Fatalf("a link that is guessed: %s", answer)
		}
	}
	if links > 60 {
		a.Errorf("%d links were guessed", links)
	}
}

// post sends JSON and returns the response, whose body the caller closes.
func (s server) post(path, body string) *http.Response {
	s.Helper()
	answer, err := http.Post(s.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	return answer
}

// mail returns the text of all emails that were sent.
func (a target) mail() string { return strings.Join(a.emails(), "") }

// emails returns the emails that were sent, with soft line breaks removed.
func (a target) emails() (all []string) {
	files, err := filepath.Glob(filepath.Join(a.dataDir, "mail", "*.eml"))
	if err != nil {
		a.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			a.Fatal(err)
		}
		all = append(all, strings.ReplaceAll(strings.ReplaceAll(string(text), "=\r\n", ""), "=3D", "="))
	}
	return all
}
