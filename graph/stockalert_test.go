package graph_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orrery/shop"
)

const (
	alertCreate = `mutation ($product: ID!, $email: String!) { stockAlertCreate(input: {productId: $product, email: $email}) {
		received userErrors { code field message } } }`
	alertConfirm = `mutation ($token: String!) { stockAlertConfirm(input: {token: $token}) {
		email product { id maxQuantity } userErrors { code field } } }`
	alertCancel = `mutation ($token: String!) { stockAlertCancel(input: {token: $token}) { email product { id } userErrors { code field } } }`
	stockUpdate = `mutation ($input: ProductUpdateInput!) { productUpdate(input: $input) { product { stock } userErrors { code field } } }`
)

// setProduct changes product 1 as an administrator.
func (d *testServer) setProduct(admin string, change vars) {
	d.t.Helper()
	change["id"] = "1"
	d.must(admin, stockUpdate, vars{"input": change}).is("productUpdate.userErrors", "[]")
}

// alert asks for an alert for product 1 and returns the mail that the address gets.
func (d *testServer) alert(email string) shop.StockAlertMail {
	d.t.Helper()
	d.must("", alertCreate, vars{"product": "1", "email": email}).is("stockAlertCreate.received", true)
	mail, owed := sent[shop.StockAlertMail](d)
	if !owed || !strings.EqualFold(mail.To.Email, email) || len(mail.Token) != 43 {
		d.t.Fatalf("the mail is %+v (%v)", mail, owed)
	}
	return mail
}

// confirmed asks for an alert and confirms it.
func (d *testServer) confirmed(email string) shop.StockAlertMail {
	d.t.Helper()
	mail := d.alert(email)
	d.must("", alertConfirm, vars{"token": mail.Token}).is("stockAlertConfirm.userErrors", "[]")
	return mail
}

// backInStock returns the addresses that are told of product 1, in the order of the queue.
func (d *testServer) backInStock() (to []string) {
	d.t.Helper()
	for _, args := range d.Mails(d.t, shop.BackInStockMail{}.Kind()) {
		var mail shop.BackInStockMail
		if err := json.Unmarshal(args, &mail); err != nil || mail.ProductID != "1" || mail.ProductName == "" {
			d.t.Fatalf("the queue holds %s (%v)", args, err)
		}
		to = append(to, mail.To.Email)
	}
	return to
}

func (d *testServer) alerts() (n int) {
	d.t.Helper()
	if err := d.SQL.QueryRow(`SELECT count(*) FROM stock_alerts`).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

func TestStockAlert(t *testing.T) {
	d := newServer(t)
	admin := d.admin("admin@example.org")
	r := d.must("", alertCreate, vars{"product": "1", "email": "ada@example.org"})
	r.is("stockAlertCreate.received", false)
	r.is("stockAlertCreate.userErrors.0.code", "NOT_ALLOWED")
	r.is("stockAlertCreate.userErrors.0.field.0", "productId")
	d.setProduct(admin, vars{"stock": 0})

	mail := d.alert("Ada@Example.org")
	for _, token := range []string{"", "x", strings.Repeat("A", 43)} {
		d.must("", alertConfirm, vars{"token": token}).refusesToken("stockAlertConfirm")
		d.must("", alertCancel, vars{"token": token}).refusesToken("stockAlertCancel")
	}

	// What is not confirmed is told nothing.
	d.setProduct(admin, vars{"stock": 1})
	d.must("", alertConfirm, vars{"token": mail.Token}).is("stockAlertConfirm.product.maxQuantity", 1)
	d.setProduct(admin, vars{"stock": 0})
	d.setProduct(admin, vars{"stock": 1})
	if to := d.backInStock(); len(to) != 0 {
		t.Fatalf("told %v without being confirmed", to)
	}
	d.setProduct(admin, vars{"stock": 0})

	for range 2 {
		r := d.must("", alertConfirm, vars{"token": mail.Token})
		r.is("stockAlertConfirm.email", "a***@example.org")
		r.is("stockAlertConfirm.product.id", 1)
		r.is("stockAlertConfirm.product.maxQuantity", 0)
	}
	// Whoever asks again is answered and treated like anybody, and stays confirmed.
	d.alert("ada@example.org")
	if n := d.alerts(); n != 1 {
		t.Fatalf("%d alerts for one address", n)
	}

	// Nobody is told of what is hidden or still has no stock, and everybody once.
	for _, change := range []vars{{"stock": 5, "listed": false}, {"name": "Arm", "listed": false}, {"stock": 0}, {"stock": 5, "isPreorder": true},
		{"isPreorder": false, "stock": 0}} {
		d.setProduct(admin, change)
		if to := d.backInStock(); len(to) != 0 {
			t.Fatalf("told %v by %v", to, change)
		}
	}
	d.setProduct(admin, vars{"stock": 5, "listed": false})
	d.setProduct(admin, vars{"listed": true})
	d.setProduct(admin, vars{"stock": 0})
	d.setProduct(admin, vars{"stock": 5})
	if to := d.backInStock(); fmt.Sprint(to) != "[ada@example.org]" || d.alerts() != 0 {
		t.Fatalf("told %v, %d alerts left", to, d.alerts())
	}
	d.must("", alertConfirm, vars{"token": mail.Token}).refusesToken("stockAlertConfirm")

	// Told again only after asking again, which a link in the mail cancels.
	d.setProduct(admin, vars{"stock": 0})
	again := d.confirmed("ada@example.org")
	r = d.must("", alertCancel, vars{"token": again.Token})
	r.is("stockAlertCancel.email", "a***@example.org")
	r.is("stockAlertCancel.product.id", 1)
	d.must("", alertCancel, vars{"token": again.Token}).refusesToken("stockAlertCancel")
	if _, owed := sent[shop.StockAlertMail](d); owed {
		t.Error("a mail is owed for a cancelled alert")
	}
	d.setProduct(admin, vars{"stock": 5})
	if to := d.backInStock(); len(to) != 1 {
		t.Errorf("told %v after cancelling", to)
	}
}

// However many changes bring a product back at once, and whoever confirms meanwhile, nobody is told twice or forgotten.
func TestStockAlertsOnce(t *testing.T) {
	d := newServer(t)
	admin := d.admin("admin@example.org")
	d.setProduct(admin, vars{"stock": 0})
	const people = 12
	var late []string
	for i := range people {
		d.comesFrom(fmt.Sprintf("192.0.2.%d", i+1))
		email := fmt.Sprintf("p%d@example.org", i)
		if i < people/2 {
			d.confirmed(email)
		} else {
			late = append(late, d.alert(email).Token)
		}
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			d.ask(admin, stockUpdate, vars{"input": vars{"id": "1", "stock": 5}})
			d.ask(admin, stockUpdate, vars{"input": vars{"id": "1", "stock": 0}})
			d.ask(admin, stockUpdate, vars{"input": vars{"id": "1", "stock": 5}})
		})
	}
	started := make([]bool, len(late))
	for i, token := range late {
		wg.Go(func() {
			r := d.ask("", alertConfirm, vars{"token": token})
			started[i] = len(r.Errors) == 0 && fmt.Sprint(r.at("stockAlertConfirm.product.maxQuantity")) == "0"
		})
	}
	wg.Wait()
	d.setProduct(admin, vars{"stock": 0})
	d.setProduct(admin, vars{"stock": 5})
	told := map[string]int{}
	for _, email := range d.backInStock() {
		told[email]++
	}
	for i := range people {
		want := 1
		if i >= people/2 && !started[i-people/2] {
			want = 0
		}
		if email := fmt.Sprintf("p%d@example.org", i); told[email] != want {
			t.Errorf("%s was told %d times, want %d", email, told[email], want)
		}
	}
	var waiting int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM stock_alerts WHERE confirmed_at IS NOT NULL`).Scan(&waiting); err != nil || waiting != 0 {
		t.Errorf("%d alerts wait for a product that is in stock (%v)", waiting, err)
	}
}

// An order that is cancelled, and a file, bring a product back too.
func TestStockAlertsOfOrdersAndFiles(t *testing.T) {
	d := newServer(t)
	admin := d.admin("admin@example.org")
	d.setProduct(admin, vars{"stock": 2})
	buyer := d.buyers(1, map[int]int{1: 2})[0]
	order := d.must(buyer, place, checkout("k", nil)).at("orderPlace.order.id")
	d.confirmed("ada@example.org")
	d.must(buyer, `mutation ($id: ID!) { orderCancel(input: {id: $id}) { userErrors { code } } }`, vars{"id": order}).is("orderCancel.userErrors", "[]")
	if to := d.backInStock(); fmt.Sprint(to) != "[ada@example.org]" {
		t.Fatalf("told %v by a cancelled order", to)
	}

	d.setProduct(admin, vars{"stock": 0})
	d.confirmed("bob@example.org")
	actor := d.actor(admin)
	for _, trial := range []bool{true, false} {
		if done, err := d.Store.Catalogue.ImportProducts(t.Context(), actor, shop.ReadProducts, strings.NewReader("id,stock\n1,7\n"), trial); err != nil || len(done.Errors) != 0 {
			t.Fatalf("imported %+v (%v)", done, err)
		}
		if n := len(d.backInStock()); trial && n != 1 || !trial && n != 2 {
			t.Errorf("%d mails, trial: %v", n, trial)
		}
	}
}

func TestStockAlertsAreBounded(t *testing.T) {
	d := newServer(t)
	admin := d.admin("admin@example.org")
	d.setProduct(admin, vars{"stock": 0})
	for product, code := range map[string]string{"2": "NOT_ALLOWED", "4": "NOT_ALLOWED", "99": "NOT_FOUND", "x": "NOT_FOUND"} {
		d.must("", alertCreate, vars{"product": product, "email": "ada@example.org"}).is("stockAlertCreate.userErrors.0.code", code)
	}
	r := d.must("", alertCreate, vars{"product": "1", "email": "ada"})
	r.is("stockAlertCreate.userErrors.0.code", "INVALID")
	r.is("stockAlertCreate.userErrors.0.field.0", "email")

	// At most five mails a day for one address, however often it asks at once; known or not, it is answered the same.
	const same = "map[stockAlertCreate:map[received:true userErrors:[]]]"
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if r := d.ask("", alertCreate, vars{"product": "1", "email": "ada@example.org"}); fmt.Sprint(r.Data) != same {
				t.Errorf("answered %v %+v", r.Data, r.Errors)
			}
		})
	}
	wg.Wait()
	mails := func() int { return len(d.Mails(t, shop.StockAlertMail{}.Kind())) }
	if n := mails(); n != shop.StockAlertPerEmail.Max {
		t.Errorf("%d mails for one address, want %d", n, shop.StockAlertPerEmail.Max)
	}
	if code := func() string {
		for i := range shop.StockAlertPerAddress.Max {
			if r := d.ask("", alertCreate, vars{"product": "1", "email": fmt.Sprintf("p%d@example.org", i)}); len(r.Errors) > 0 {
				return r.code()
			}
		}
		return ""
	}(); code != "RATE_LIMITED" {
		t.Errorf("many requests from one place get %q", code)
	}

	// An address waits for twenty products only, and is not told so.
	d.Clock.Advance(24 * time.Hour)
	d.exec(`INSERT INTO products (name, category, price_minor, stock, listed, created_at)
		SELECT 'Other ' || i, '', 100, 0, true, now() FROM generate_series(1, 20) AS i`)
	d.exec(`INSERT INTO stock_alerts (id, product_id, email, expires_at, created_at)
		SELECT gen_random_uuid(), id, 'eve@example.org', now() + interval '10 years', now() FROM products WHERE name LIKE 'Other %'`)
	before := mails()
	if r := d.must("", alertCreate, vars{"product": "1", "email": "eve@example.org"}); fmt.Sprint(r.Data) != same {
		t.Errorf("answered %v", r.Data)
	}
	if n := mails(); n != before {
		t.Errorf("%d more mails beyond the limit of an address", n-before)
	}

	// And so many for a product, which everybody is told.
	d.exec(`INSERT INTO stock_alerts (id, product_id, email, expires_at, created_at)
		SELECT gen_random_uuid(), 1, 'q' || i || '@example.org', now() + interval '10 years', now() FROM generate_series(1, $1) AS i`, shop.MaxAlertsPerProduct)
	for _, email := range []string{"ada@example.org", "new@example.org"} {
		d.must("", alertCreate, vars{"product": "1", "email": email}).is("stockAlertCreate.userErrors.0.code", "NOT_ALLOWED")
	}
}

func TestStockAlertsAreForgotten(t *testing.T) {
	d := newServer(t)
	admin := d.admin("admin@example.org")
	d.setProduct(admin, vars{"stock": 0})
	silent := d.alert("silent@example.org")
	d.confirmed("ada@example.org")
	count := func() int {
		t.Helper()
		if err := d.Store.Ops.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return d.alerts()
	}
	d.Clock.Advance(shop.StockAlertConfirmLife)
	d.must("", alertConfirm, vars{"token": silent.Token}).refusesToken("stockAlertConfirm")
	if n := count(); n != 1 {
		t.Errorf("%d alerts, want the unconfirmed one forgotten", n)
	}
	d.Clock.Advance(shop.StockAlertMemory - shop.StockAlertConfirmLife - time.Hour)
	if n := count(); n != 1 {
		t.Errorf("%d alerts, want the confirmed one for a year", n)
	}
	d.Clock.Advance(time.Hour)
	if n := count(); n != 0 {
		t.Errorf("%d alerts after a year", n)
	}

	d.alert("bob@example.org")
	d.must(d.admin("boss@example.org"), `mutation { productDelete(input: {id: "1"}) { userErrors { code } } }`, nil)
	if n := d.alerts(); n != 0 {
		t.Errorf("%d alerts for a deleted product", n)
	}
	if _, owed := sent[shop.StockAlertMail](d); owed {
		t.Error("a mail is owed for a deleted product")
	}
}

func TestStockAlertKeepsNoToken(t *testing.T) {
	d := newServer(t)
	d.setProduct(d.admin("admin@example.org"), vars{"stock": 0})
	mail := d.alert("ada@example.org")
	for _, queued := range d.Mails(t, mail.Kind()) {
		if strings.Contains(strings.ToLower(string(queued)), "token") {
			t.Errorf("the queue holds %s", queued)
		}
	}
	var kept int
	if err := d.SQL.QueryRow(`SELECT count(*) FROM stock_alert_links WHERE hash = sha256($1::bytea)`, []byte(mail.Token)).Scan(&kept); err != nil || kept != 1 {
		t.Errorf("%d hashes of the token (%v)", kept, err)
	}
}

// The company is told once that stock has fallen to the threshold of the settings, by any change, in one mail for each.
func TestLowStockNotice(t *testing.T) {
	d := newServer(t)
	admin := d.admin("admin@example.org")
	told := func() (all []string) {
		t.Helper()
		for _, args := range d.Mails(t, shop.LowStockMail{}.Kind()) {
			var mail shop.LowStockMail
			if err := json.Unmarshal(args, &mail); err != nil {
				t.Fatal(err)
			}
			names := []string{}
			for _, p := range mail.Products {
				names = append(names, fmt.Sprintf("%s %d", p.Name, p.Stock))
			}
			all = append(all, strings.Join(names, ", "))
		}
		return all
	}
	expect := func(what string, want int) {
		t.Helper()
		if got := told(); len(got) != want {
			t.Fatalf("%s: told %q, want %d", what, got, want)
		}
	}
	d.setProduct(admin, vars{"name": "Arm", "stock": 10})
	d.setProduct(admin, vars{"stock": 4})
	expect("above the threshold", 0)
	d.setProduct(admin, vars{"stock": 3})
	expect("at the threshold", 1)
	for _, stock := range []int{2, 0, 3} {
		d.setProduct(admin, vars{"stock": stock})
	}
	expect("low already", 1)
	d.setProduct(admin, vars{"stock": 10})
	order := d.must(d.buyers(1, map[int]int{1: 8})[0], place, checkout("k", nil)).at("orderPlace.order.id")
	expect("an order", 2)
	d.must(admin, `mutation ($id: ID!) { orderCancel(input: {id: $id}) { userErrors { code } } }`, vars{"id": order})
	expect("a cancelled order", 2)
	d.setProduct(admin, vars{"stock": 2, "listed": false})
	expect("a hidden product", 2)

	d.setProduct(admin, vars{"stock": 10, "listed": true})
	d.must(admin, `mutation { productUpdate(input: {id: "3", name: "Fixed", stock: 10}) { userErrors { code } } }`, nil)
	actor := d.actor(admin)
	if _, err := d.Store.Catalogue.ImportProducts(t.Context(), actor, shop.ReadProducts, strings.NewReader("id,stock\n1,1\n3,0\n"), false); err != nil {
		t.Fatal(err)
	}
	expect("a file", 3)
	if got := told()[2]; got != "Arm 1, Fixed 0" {
		t.Errorf("told %q of a file", got)
	}

	settings := d.must(admin, `{ siteSettings { version lowStock } inventory(filter: {lowStock: true, listed: true}) { totalCount } }`, nil)
	settings.is("siteSettings.lowStock", 3)
	settings.is("inventory.totalCount", 3) // with product 2
	document := `{"lowStock": 8}`
	d.exec(`INSERT INTO settings (id, document, created_at) SELECT id + 1, document || $1::jsonb, now() FROM settings ORDER BY id DESC LIMIT 1`, document)
	d.setProduct(admin, vars{"stock": 9})
	d.setProduct(admin, vars{"stock": 8})
	expect("another threshold", 4)
}

func TestStockAlertsAreListed(t *testing.T) {
	d := newServer(t)
	admin, ada := d.admin("admin@example.org"), d.register("ada@example.org")
	const count = `{ product(id: "1") { stockAlertCount } }`
	d.must(admin, count, nil).is("product.stockAlertCount", 0)
	d.setProduct(admin, vars{"stock": 0})
	d.confirmed("first@example.org")
	d.Clock.Advance(time.Minute)
	d.alert("second@example.org")
	d.must(admin, stockUpdate, vars{"input": vars{"id": "3", "stock": 0}})
	d.must("", alertCreate, vars{"product": "3", "email": "other@example.org"}).is("stockAlertCreate.received", true)

	const list = `query ($filter: StockAlertFilter, $after: String) { stockAlerts(filter: $filter, first: 1, after: $after) {
		nodes { email productId productName confirmedAt createdAt expiresAt } totalCount pageInfo { endCursor } } }`
	of1 := vars{"productId": "1"}
	r := d.must(admin, list, vars{"filter": of1})
	r.is("stockAlerts.totalCount", 2)
	r.is("stockAlerts.nodes.0.email", "second@example.org")
	r.is("stockAlerts.nodes.0.confirmedAt", nil)
	r.is("stockAlerts.nodes.0.productName", "Robotic Arm with Linear Rail")
	r = d.must(admin, list, vars{"filter": of1, "after": r.at("stockAlerts.pageInfo.endCursor")})
	r.is("stockAlerts.nodes.0.email", "first@example.org")
	r.is("stockAlerts.nodes.0.confirmedAt", "2026-03-02T09:00:00Z")
	d.must(admin, list, nil).is("stockAlerts.totalCount", 3)
	d.must(admin, list, vars{"filter": vars{"productId": "x"}}).is("stockAlerts.totalCount", 0)

	// Only those who edit products learn how many confirmed, in one statement for all products.
	d.must(admin, count, nil).is("product.stockAlertCount", 1)
	for _, token := range []string{"", ada} {
		d.must(token, count, nil).is("product.stockAlertCount", nil)
		if code := d.ask(token, list, nil).code(); code != "UNAUTHENTICATED" && code != "FORBIDDEN" {
			t.Errorf("%q reads who waits: %s", token, code)
		}
	}
	before := d.Statements(t)
	d.must(admin, `{ inventory(first: 13) { nodes { stockAlertCount } } }`, nil)
	if got := d.Statements(t) - before; got != 2 {
		t.Errorf("the counts of 13 products take %d statements, want 2", got)
	}
}
