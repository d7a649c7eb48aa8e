package test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// payload is a spreadsheet formula and breaks out of attributes, elements, JSON strings and templates. It contains a
// line separator, which older JavaScript did not allow in strings.
const payload = "=1+1\"'><img src=x onerror=alert(1)></script><svg/onload=alert(2)>\u2028{{7*7}}${7*7}"

// texts checks that the input of users and administrators is output as text, and never as markup, formulas or scripts.
func (a target) texts() {
	fill := func(token, query string, variables map[string]any) string {
		a.Helper()
		all := map[string]any{"p": payload}
		for name, value := range variables {
			all[name] = value
		}
		heads := "$p: String!"
		for name := range variables {
			heads += ", $" + name + ": ID!"
		}
		answer := a.ask(token, "mutation ("+heads+") { "+query+" }", all)
		if strings.Contains(answer, `"errors"`) || strings.Contains(answer, `"code":`) {
			a.Fatalf("%s: %s", query, answer)
		}
		return answer
	}
	found := func(answer, name string) string {
		value := regexp.MustCompile(`"` + name + `":"([^"]+)"`).FindStringSubmatch(answer)
		if value == nil {
			a.Fatalf("no %s in %s", name, answer)
		}
		return value[1]
	}
	admin, eve := a.tokens["admin"], a.register("eve", "eve@example.org")
	fill(eve, `userUpdate(input: {name: $p}) { userErrors { code } }`, nil)
	fill("", `contactMessageCreate(input: {name: $p, email: "eve@example.org", subject: $p, message: $p}) { userErrors { code } }`, nil)
	fill("", `preOrderCreate(input: {name: $p, email: "eve@example.org", phone: "=1+1+1+1", company: $p, productName: $p, message: $p}) { userErrors { code } }`, nil)
	fill(eve, `productReview(input: {productId: "1", rating: 5, comment: $p}) { userErrors { code } }`, nil)
	order := found(fill(eve, `cartItemAdd(input: {productId: "3"}) { userErrors { code } }
		orderPlace(input: {idempotencyKey: "texts", shippingInfo: {address: $p, city: $p, postalCode: "1012 LG", country: "NL"}}) { order { id } userErrors { code } }`, nil), "id")
	quote := found(fill("", `quoteCreate(input: {name: $p, company: $p, email: "eve@example.org", idempotencyKey: "texts", lines: [{productId: "3", quantity: 1}]}) { url userErrors { code } }`, nil), "url")
	product := found(fill(admin, `productCreate(input: {name: $p, price: "5", stock: 5, category: $p, shortDesc: $p, description: $p, tags: ["\"><svg/onload=alert(2)>"]}) { product { id } userErrors { code } }`, nil), "id")
	fill(admin, `teamMemberCreate(input: {name: $p, role: $p}) { userErrors { code } } milestoneCreate(input: {title: $p, description: $p}) { userErrors { code } }
		faqEntryCreate(input: {topic: CONTACT, question: $p, answer: $p}) { userErrors { code } } apiKeyCreate(input: {name: $p, scopes: []}) { userErrors { code } }
		orderNoteAdd(input: {orderId: $order, text: $p}) { userErrors { code } }`, map[string]any{"order": order})

	// Rendered pages, with their heads and structured data.
	data := regexp.MustCompile(`(?s)<script type="application/(?:ld\+)?json"[^>]*>(.*?)</script>`)
	shown := 0
	for _, path := range []string{"/", "/products", "/products/" + product, "/products/1", "/about", "/contact", "/faq", "/resources", "/sitemap.xml", "/nothing" + url.PathEscape("<img src=x onerror=alert(1)>"),
		"/products?q=" + url.QueryEscape(payload), "/chat?q=" + url.QueryEscape(payload)} {
		_, page := a.send("GET", path, "", nil)
		for _, bad := range []string{"<img src=x", "<svg/onload", "<svg onload", "onerror=alert(1)></script>"} {
			if strings.Contains(page, bad) {
				a.Errorf("%s has the markup %s", path, bad)
			}
		}
		for _, island := range data.FindAllStringSubmatch(page, -1) {
			var content any
			if err := json.Unmarshal([]byte(island[1]), &content); err != nil {
				a.Errorf("%s: its data is broken: %v", path, err)
			}
			shown += strings.Count(fmt.Sprint(content), payload)
		}
		shown += strings.Count(html.UnescapeString(data.ReplaceAllString(page, "")), payload)
	}
	if shown < 10 {
		a.Errorf("it is shown %d times, want at least 10", shown)
	}

	// Responses of the API are JSON without markup.
	for _, path := range []string{"/api/v1/product/" + product, "/api/v1/team", "/api/v1/milestones", "/api/v1/order/" + order} {
		header := a.head("GET", path, bearer(admin))
		_, answer := a.send("GET", path, "", bearer(admin))
		if !strings.HasPrefix(header.Get("Content-Type"), "application/json") || strings.Contains(answer, "<img") || !strings.Contains(answer, `onerror=alert(1)`) {
			a.Errorf("%s: %s %.300s", path, header.Get("Content-Type"), answer)
		}
	}

	// Cells of CSV files contain the text, and no formula.
	fill(admin, `productUpdate(input: {id: $id, stock: 0, name: $p}) { userErrors { code } }
		stockAlertCreate(input: {productId: $id, email: "wanda@example.org"}) { userErrors { code } }`, map[string]any{"id": product})
	for _, list := range []string{"orders", "preorders", "contacts", "customers", "reviews", "newsletter", "stock-alerts", "products"} {
		status, text := a.send("GET", "/api/v1/exports/"+list+".csv", "", bearer(admin))
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).ReadAll()
		if err != nil || status != http.StatusOK {
			a.Fatal(list, status, err)
		}
		marked := 0
		for _, row := range rows {
			for _, cell := range row {
				if strings.HasPrefix(cell, "'"+payload) {
					marked++
				}
				if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
					a.Errorf("%s has the formula %q", list, cell)
				}
			}
		}
		if marked == 0 && list != "newsletter" {
			a.Errorf("%s lacks the text", list)
		}
	}

	// PDFs have no actions.
	for path, token := range map[string]string{quote: "", "/api/v1/orders/" + order + "/invoice": eve} {
		status, document := a.send("GET", path, "", bearer(token))
		if status != http.StatusOK || !strings.HasPrefix(document, "%PDF-") {
			a.Fatalf("%s: %d", path, status)
		}
		for _, bad := range []string{"/JavaScript", "/JS", "/OpenAction", "/AA", "/Launch", "/SubmitForm", "/Filespec"} {
			if strings.Contains(document, bad) {
				a.Errorf("%s has %s", path, bad)
			}
		}
	}

	// Emails contain no markup of it.
	a.eventually("the emails", func() bool {
		return strings.Count(a.mail(), "Message-ID:") >= 5 && strings.Contains(a.mail(), "Subject: Contact: =1+1")
	})
	for _, email := range a.parsedEmails() {
		if strings.Contains(email.html, "<img src=x") || strings.Contains(email.html, "<svg") {
			a.Errorf("the email %q has foreign markup", email.head.Get("Subject"))
		}
	}
}

// lineBreaks checks that no input adds a header to an email or a response.
func (a target) lineBreaks() {
	const broken = "A\r\nBcc: everybody@victim.example\r\nX-Injected: yes\r\n\r\n<b>hello"
	before := len(a.parsedEmails())
	for query, refused := range map[string][]string{
		`contactMessageCreate(input: {name: "A", email: "mallory@example.org", subject: "B", message: $p}) { userErrors { code field } }`:         nil,
		`preOrderCreate(input: {name: "A", email: "mallory@example.org", phone: "1", productId: "4", message: $p}) { userErrors { code field } }`: nil,
		`contactMessageCreate(input: {name: $p, email: "mallory@example.org", subject: $p, message: $p}) { userErrors { code field } }`:           {"name", "subject"},
		`preOrderCreate(input: {name: $p, email: "mallory@example.org", phone: $p, company: $p, productName: $p}) { userErrors { code field } }`:  {"name", "phone", "company", "productName"},
		`contactMessageCreate(input: {name: "A", email: $p, subject: "B", message: "C"}) { userErrors { code field } }`:                           {"email"},
		`newsletterSubscribe(input: {email: $p}) { userErrors { code field } }`:                                                                   {"email"},
		`stockAlertCreate(input: {productId: "1", email: $p}) { userErrors { code field } }`:                                                      {"email"},
		`passwordResetRequest(input: {email: $p}) { userErrors { code field } }`:                                                                  {"email"},
		`userRegister(input: {name: "A", email: $p, password: "` + password + `"}) { userErrors { code field } }`:                                 {"email"},
	} {
		answer := a.ask("", "mutation ($p: String!) { "+query+" }", map[string]any{"p": "mallory@example.org" + strings.TrimPrefix(broken, "A")})
		if len(refused) != strings.Count(answer, `"code"`) {
			a.Errorf("%s: %s", query, answer)
		}
		for _, field := range refused {
			if !strings.Contains(answer, `"`+field+`"`) {
				a.Errorf("%s doesn't refuse %s: %s", query, field, answer)
			}
		}
	}
	a.eventually("the emails", func() bool { return len(a.parsedEmails()) >= before+2 })
	for _, email := range a.parsedEmails() {
		if email.head.Get("Bcc") != "" || email.head.Get("X-Injected") != "" || email.head.Get("Cc") != "" {
			a.Errorf("an email has the headers %v", email.head)
		}
		if to, err := email.head.AddressList("To"); err != nil || len(to) != 1 {
			a.Errorf("an email goes to %v (%v)", to, err)
		}
	}
	for _, name := range []string{"Idempotency-Key", "X-Request-Id", "Origin", "Accept", "Traceparent"} {
		answer := a.raw("GET /api/v1/products HTTP/1.1\r\nHost: shop.example\r\n" + name + ": a%0d%0aX-Injected: yes\r\nConnection: close\r\n\r\n")
		if strings.Contains(answer, "X-Injected") || !strings.HasPrefix(answer, "HTTP/1.1 200") {
			a.Errorf("%s comes back: %.300q", name, answer)
		}
	}
}

// email is an email that was sent.
type email struct {
	head mail.Header
	html string
}

// parsedEmails returns the emails that were sent, with the HTML part decoded.
func (a target) parsedEmails() (all []email) {
	files, err := filepath.Glob(filepath.Join(a.dataDir, "mail", "*.eml"))
	if err != nil {
		a.Fatal(err)
	}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			a.Fatal(err)
		}
		read, err := mail.ReadMessage(file)
		if err != nil {
			a.Fatal(err)
		}
		_, options, err := mime.ParseMediaType(read.Header.Get("Content-Type"))
		if err != nil {
			a.Fatal(err)
		}
		one := email{head: read.Header}
		for parts := multipart.NewReader(read.Body, options["boundary"]); ; {
			part, err := parts.NextPart() // which decodes quoted-printable
			if err != nil {
				break
			}
			if text, err := io.ReadAll(part); err == nil && strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
				one.html = string(text)
			}
		}
		_ = file.Close()
		if one.html == "" {
			a.Errorf("%v has no HTML", one.head)
		}
		all = append(all, one)
	}
	return all
}
