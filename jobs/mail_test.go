package jobs_test

import (
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/jobs"
	"orrery/shop"
)

// delivery is a letter as a mail program sees it.
type delivery struct {
	header        mail.Header
	subject       string
	text          string
	html, rawHTML string // without and with its entities
}

// deliver sends one mail through the queue and reads the file that it becomes.
func deliver(t *testing.T, d *dbtest.Database, m shop.Mail) delivery {
	t.Helper()
	folder := t.TempDir()
	id := enqueue(t, d, m)
	_, stop := start(t, d, jobs.Folder(folder))
	await(t, d, nothingLeft)
	stop()
	file, err := os.Open(filepath.Join(folder, id+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	letter, err := mail.ReadMessage(file)
	if err != nil {
		t.Fatal(err)
	}
	got := delivery{header: letter.Header}
	if got.subject, err = new(mime.WordDecoder).DecodeHeader(letter.Header.Get("Subject")); err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(letter.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("it is %s (%v), want both forms as alternatives", kind, err)
	}
	var kinds []string
	for parts := multipart.NewReader(letter.Body, params["boundary"]); ; {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, part.Header.Get("Content-Type")+" "+part.Header.Get("Content-Transfer-Encoding"))
		content, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		got.text, got.rawHTML = got.rawHTML, string(content)
	}
	if want := "[text/plain; charset=UTF-8 quoted-printable text/html; charset=UTF-8 quoted-printable]"; fmt.Sprint(kinds) != want {
		t.Fatalf("parts %v, want %s: the last is the richest", kinds, want)
	}
	got.html = html.UnescapeString(got.rawHTML)
	return got
}

var (
	ada   = shop.Recipient{Name: "Ada Lovelace", Email: "ada@example.org"}
	spree = shop.Order{
		ID: "019a", Number: "OR-100042", Status: shop.OrderPendingPayment, CreatedAt: time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC),
		ShippingInfo: shop.ShippingInfo{Address: "Street 1", City: "Amsterdam", PostalCode: "1012 AB", Country: "NL"},
		OrderItems: []shop.OrderItem{{ProductName: "Linear Arm & Rail", Quantity: 2, Price: usd(2599900)},
			{ProductName: "Kit", Quantity: 1, Price: usd(299905)}},
		Subtotal: usd(5499705), Tax: usd(549971), Shipping: usd(0), TotalPrice: usd(6049676),
		Payment: &shop.PaymentInstructions{AccountHolder: "Orrery Robotics B.V.", IBAN: "NL02ABNA0123456789", BIC: "ABNANL2A",
			Reference: "RF26OR100042", Amount: usd(6049676), DueAt: time.Date(2026, 3, 15, 23, 0, 0, 0, time.UTC)},
	}
)

func usd(minor int64) shop.Money { return shop.Money{Minor: minor, Currency: "USD"} }

func TestLetters(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	const account = "019a0000-0000-7000-8000-000000000009"
	if _, err := d.SQL.Exec(`INSERT INTO users (id, name, email, password_hash, created_at) VALUES ($1, $2, $3, 'hash', now())`,
		account, ada.Name, ada.Email); err != nil {
		t.Fatal(err)
	}
	if err := d.Store.Content.SubscribeNewsletter(t.Context(), shop.Actor{}, shop.NewsletterSubscribeInput{Email: ada.Email}); err != nil {
		t.Fatal(err)
	}
	preOrder, err := d.Store.PreOrders.Create(t.Context(), shop.Actor{}, shop.PreOrderCreateInput{Name: ada.Name, Email: ada.Email, Phone: "1",
		ProductID: new("2"), Quantity: 1})
	if err != nil {
		t.Fatal(err)
	}
	spree, brief, usual := spree, spree, spree
	brief.ReservedUntil = new(brief.CreatedAt.Add(shop.UnverifiedReserve))
	usual.ID, usual.ReservedUntil = "019a0000-0000-7000-8000-00000000000a", new(time.Date(2026, 3, 18, 23, 0, 0, 0, time.UTC))
	partly, rest := usual, *usual.Payment
	rest.Amount = usd(5049676)
	partly.Received, partly.Payment = new(usd(1000000)), &rest
	if _, err := d.SQL.Exec(`INSERT INTO orders (id, user_id, status, address, city, postal_code, country, currency, subtotal_minor, tax_minor,
		shipping_minor, total_minor, created_at) VALUES ($1, $2, 'PENDING_PAYMENT', 'a', 'b', 'c', 'NL', 'USD', 1, 0, 0, 1, now())`, usual.ID, account); err != nil {
		t.Fatal(err)
	}
	const change = 1
	if _, err := d.SQL.Exec(`INSERT INTO email_changes (user_id, email, changed_at, expires_at) VALUES ($1, $2, $3, $4)`,
		account, ada.Email, d.Clock.Now(), d.Clock.Now().Add(shop.EmailUndoLife)); err != nil {
		t.Fatal(err)
	}
	moved := shop.PreOrderMovedMail{To: ada, PreOrderID: preOrder.ID, ProductName: "Arm", Quantity: 3, Reason: "Motors & rails are late",
		Before: time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC), After: time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC), Place: shop.QueuePlace{Position: 4, UnitsAhead: 17}}
	sooner := moved
	sooner.Before, sooner.After = moved.After, moved.Before
	shipped, euros, company := spree, spree, spree
	company.TaxPercent = "10"
	company.ShippingInfo.Recipient, company.ShippingInfo.Phone, company.ShippingInfo.Notes = "Bob", "+31 20 1", "Lift <gate>"
	company.BillingInfo = shop.BillingInfo{Address: "Weg 1", City: "Berlin", PostalCode: "10115", Country: "DE", Company: "ACME & Co",
		VATNumber: "DE136695976", PurchaseOrderNumber: "PO-4711"}
	dated := spree
	dated.OrderItems = slices.Clone(spree.OrderItems)
	payBy := time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC)
	dated.OrderItems[0].Delivery = &shop.DeliveryEstimate{From: payBy.AddDate(0, 0, 17), Until: payBy.AddDate(0, 0, 21), PayBy: &payBy}
	shipped.Payment, shipped.Shipping = nil, usd(1500)
	euros.TotalPrice = shop.Money{Minor: 123456789, Currency: "EUR"}

	if _, err := d.SQL.Exec(`UPDATE products SET stock = 0 WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	if err := d.Store.Catalogue.CreateStockAlert(t.Context(), shop.Actor{}, shop.StockAlertCreateInput{ProductID: "1", Email: ada.Email}); err != nil {
		t.Fatal(err)
	}
	var alert string
	if err := d.SQL.QueryRow(`SELECT id FROM stock_alerts`).Scan(&alert); err != nil {
		t.Fatal(err)
	}

	var invitation string
	if err := d.SQL.QueryRow(`WITH r AS (INSERT INTO staff_roles VALUES (gen_random_uuid(), 'Sales', '{}', false, now()) RETURNING id)
		INSERT INTO staff_invitations (id, email, role_id, inviter_id, created_at, expires_at)
		SELECT gen_random_uuid(), $1, id, (SELECT id FROM users LIMIT 1), now(), 'infinity' FROM r RETURNING id`, ada.Email).Scan(&invitation); err != nil {
		t.Fatal(err)
	}

	worded := map[string]bool{}
	due := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		mail    shop.Mail
		subject string
		facts   []string // in both forms
		absent  []string // in neither
	}{
		"order": {shop.OrderConfirmationMail{To: ada, Order: spree}, "Your order OR-100042", []string{
			"Hello Ada Lovelace,", "OR-100042", "RF26 OR10 0042", "March 1, 2026", "Linear Arm & Rail x 2", "$51,998.00", "Kit x 1", "$2,999.05",
			"$54,997.05", "$5,499.71", "Free", "$60,496.76", "Street 1", "1012 AB Amsterdam, NL", "Orrery Robotics B.V.",
			"NL02ABNA0123456789", "ABNANL2A", "March 15, 2026", "https://orrery.example/orders/019a", "You can change the address until we ship the order."},
			[]string{"Arrives", "assume payment", "Invoice to", "VAT", "Purchase order"}},
		"order of a company": {shop.OrderConfirmationMail{To: ada, Order: company}, "Your order OR-100042", []string{"Bob", "Phone +31 20 1",
			"Lift <gate>", "Invoice to", "ACME & Co", "Weg 1", "10115 Berlin, DE", "DE136695976", "Purchase order", "PO-4711", "Tax (10%)"}, nil},
		"order with a date": {shop.OrderConfirmationMail{To: ada, Order: dated}, "Your order OR-100042",
			[]string{"Arrives", "March 22–26, 2026", "The dates of arrival assume payment by March 5, 2026."}, nil},
		"order that is held for a day": {shop.OrderConfirmationMail{To: ada, Order: brief}, "Your order OR-100042",
			[]string{"The items are reserved until", "March 2, 2026, 23:00 UTC", "your email address is not verified yet"}, nil},
		"order that is held": {shop.OrderConfirmationMail{To: ada, Order: usual}, "Your order OR-100042",
			[]string{"The items are reserved until March 18, 2026."}, []string{"verified"}},
		"reminder": {shop.OrderReminderMail{To: ada, Order: usual}, "Your order OR-100042 is not paid yet",
			[]string{"March 18, 2026, 23:00 UTC", "$60,496.76", "NL02ABNA0123456789", "https://orrery.example/orders/019a0000-"}, nil},
		"due soon": {shop.OrderDueMail{To: ada, Order: usual}, "Payment for order OR-100042 is due on March 15, 2026",
			[]string{"Hello Ada Lovelace,", "is due on March 15, 2026", "$60,496.76", "NL02ABNA0123456789", "RF26 OR10 0042"}, nil},
		"reminder of the rest": {shop.OrderReminderMail{To: ada, Order: partly}, "Your order OR-100042 is not paid in full yet",
			[]string{"We've received $10,000.00 of $60,496.76", "$50,496.76", "NL02ABNA0123456789"}, []string{"haven't received", "cancelled"}},
		"rest due soon": {shop.OrderDueMail{To: ada, Order: partly}, "Payment for order OR-100042 is due on March 15, 2026",
			[]string{"We've received $10,000.00 of $60,496.76", "The rest is due on", "$50,496.76"}, nil},
		"order that is paid": {shop.OrderConfirmationMail{To: ada, Order: shipped}, "Your order OR-100042",
			[]string{"$15.00"}, []string{"Free", "IBAN"}},
		"order in euros": {shop.OrderConfirmationMail{To: ada, Order: euros}, "Your order OR-100042", []string{"€1,234,567.89"}, nil},
		"address": {shop.OrderAddressMail{To: ada, OrderID: "019a", Number: "OR-7", ShippingInfo: spree.ShippingInfo},
			"New delivery address for order OR-7", []string{"OR-7", "Street 1", "1012 AB Amsterdam, NL", "Its invoice shows this address, too.",
				"If you didn't ask for this", "https://orrery.example/orders/019a"}, nil},
		"status": {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderShipped}, "Your order OR-7 has been shipped",
			[]string{"OR-7", "shipped", "https://orrery.example/orders/019a"}, []string{"Carrier", "Track"}},
		"shipment": {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderShipped,
			Shipment: &shop.Shipment{Carrier: "Post & Co", TrackingURL: "https://post.example/t?id=7"}}, "Your order OR-7 has been shipped",
			[]string{"Carrier: Post & Co", "Track delivery", "https://post.example/t?id=7"}, []string{"refunded"}},
		"refunded": {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderRefunded, Refunded: &shop.Money{Minor: 150050, Currency: "USD"}},
			"Your order OR-7 has been refunded", []string{"We've refunded $1,500.50."}, nil},
		"paid": {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderPaid}, "Your order OR-7 is paid", nil, []string{"refunded"}},
		"unpaid": {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderCancelled, Unpaid: true},
			"Your order OR-7 has been cancelled", []string{"No payment has arrived", "hello@orrery.example"}, nil},
		"pre-order": {shop.PreOrderConfirmationMail{To: ada, ProductName: "Arm", Quantity: 3,
			ExpectedDelivery: time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)}, "Your pre-order of Arm", []string{"Arm", "3", "May 1, 2026"},
			[]string{"Place in queue", "in touch by"}},
		"pre-order of what is not stated": {shop.PreOrderConfirmationMail{To: ada, Quantity: 3}, "Your pre-order", []string{"3"}, []string{"Product"}},
		"pre-order with its due time": {shop.PreOrderConfirmationMail{To: ada, ProductName: "Arm", Quantity: 3, ReplyBy: &due},
			"Your pre-order of Arm", []string{"We'll contact you by", "Tue 24 Nov, 10:00 (CET)"}, nil},
		"pre-order in its queue": {shop.PreOrderConfirmationMail{To: ada, ProductName: "Arm", Place: shop.QueuePlace{Position: 12}}, "Your pre-order of Arm",
			[]string{"Place in queue", "12"}, nil},
		"later": {moved, "Your pre-order of Arm will arrive later: May 20, 2026", []string{"Hello Ada Lovelace,", "later than planned", "May 1, 2026", "May 20, 2026",
			"Motors & rails are late", "4", "17", "https://orrery.example/preorders/keep?token=", "https://orrery.example/preorders/change?token=",
			"https://orrery.example/preorders/cancel?token="}, []string{"sooner"}},
		"sooner": {sooner, "Your pre-order of Arm will arrive sooner: May 1, 2026", []string{"sooner than planned", "https://orrery.example/preorders/change?token="},
			[]string{"later", "preorders/keep", "preorders/cancel"}},
		"contact": {shop.ContactMail{From: ada, Subject: "A question", Message: "First line\nsecond line"}, "Contact: A question",
			[]string{"Ada Lovelace", "ada@example.org", "A question", "First line\nsecond line"}, []string{"promised"}},
		"contact with its due time": {shop.ContactMail{From: ada, Subject: "A question", ReplyBy: &due}, "Contact: A question",
			[]string{"Reply due by", "Tue 24 Nov, 10:00 (CET)"}, nil},
		"verification": {shop.VerificationMail{UserID: account}, "Verify your email address",
			[]string{"Hello Ada Lovelace,", "ada@example.org", "https://orrery.example/verify-email?token=", "works once, for 24 hours"}, nil},
		"reset": {shop.PasswordResetMail{Email: ada.Email}, "Set a new password", []string{"Hello Ada Lovelace,",
			"https://orrery.example/reset-password?token=", "works once, for one hour", "If this wasn't you, ignore this email"}, nil},
		"deleted": {shop.AccountDeletedMail{To: ada, At: d.Clock.Now()}, "Your account was deleted",
			[]string{"March 2, 2026", "for 7 years after the end of their year", "https://orrery.example/privacy"}, nil},
		"changed": {shop.PasswordChangedMail{To: ada, At: d.Clock.Now()}, "Your password was changed",
			[]string{"March 2, 2026", "https://orrery.example/forgot-password"}, nil},
		"a second step": {shop.SecondFactorMail{To: ada, On: true, At: d.Clock.Now()}, "Two-step sign-in was turned on",
			[]string{"turned on on March 2, 2026", "https://orrery.example/forgot-password"}, nil},
		"no second step": {shop.SecondFactorMail{To: ada, At: d.Clock.Now()}, "Two-step sign-in was turned off",
			[]string{"turned off on March 2, 2026", "https://orrery.example/forgot-password"}, nil},
		"a way in": {shop.IdentityMail{To: ada, Provider: shop.GitHub, Linked: true, At: d.Clock.Now()}, "GitHub was connected to your account",
			[]string{"on March 2, 2026", "You can now sign in with it", "disconnect GitHub in your profile"}, nil},
		"a way in less": {shop.IdentityMail{To: ada, Provider: shop.Google, At: d.Clock.Now()}, "Google was disconnected from your account",
			[]string{"on March 2, 2026", "https://orrery.example/forgot-password"}, []string{"in your profile"}},
		"address to change": {shop.EmailChangeMail{To: ada, At: d.Clock.Now()}, "Email address change requested",
			[]string{"Hello Ada Lovelace,", "March 2, 2026"}, nil},
		"address changed": {shop.EmailChangedMail{UserID: account, ChangeID: change}, "Your email address has changed",
			[]string{"Hello Ada Lovelace,", "March 2, 2026", "https://orrery.example/undo-email?token=", "within seven days", "ada@example.org"}, nil},
		"change undone": {shop.EmailChangeUndoneMail{To: ada, At: d.Clock.Now()}, "Your email address change was undone",
			[]string{"Hello Ada Lovelace,", "March 2, 2026", "https://orrery.example/contact"}, nil},
		"newsletter": {shop.NewsletterMail{To: shop.Recipient{Email: ada.Email}}, "Confirm your newsletter subscription",
			[]string{"Hello,", "https://orrery.example/newsletter/confirm?token=", "https://orrery.example/newsletter/unsubscribe?token="}, nil},
		"stock alert": {shop.StockAlertMail{To: shop.Recipient{Email: ada.Email}, AlertID: alert, ProductName: "Arm & Rail"},
			"Confirm your stock alert for Arm & Rail", []string{"Hello,", "one email at ada@example.org when Arm & Rail is back in stock",
				"https://orrery.example/stock-alert?token=", "cancels the alert"}, nil},
		"staff invitation": {shop.StaffInvitationMail{To: shop.Recipient{Email: ada.Email}, InvitationID: invitation, RoleName: "Sales & service"},
			"You're invited to the team of Orrery Robotics", []string{"Hello,", "with the role Sales & service", "https://orrery.example/invitation?token=",
				"within seven days, for ada@example.org"}, nil},
		"back in stock": {shop.BackInStockMail{To: shop.Recipient{Email: ada.Email}, ProductID: "1", ProductName: "Arm & Rail"}, "Arm & Rail is back in stock",
			[]string{"Hello,", "It is available now", "https://orrery.example/products/1", "only if you ask again"}, nil},
		"low stock": {shop.LowStockMail{Products: []shop.LowStockProduct{{Name: "Arm & Rail", Stock: 2}}}, "Low stock: Arm & Rail",
			[]string{"Arm & Rail", "2 left", "https://orrery.example/admin/products?listed=yes&stock=low&sort=stock", "at 3 units"}, []string{"more"}},
		"low stock of several": {shop.LowStockMail{Products: []shop.LowStockProduct{{Name: "Arm", Stock: 1}, {Name: "Rail"}, {Name: "Kit", Stock: 3}}},
			"Low stock: Arm and 2 more", []string{"1 left", "Rail", "3 left"}, []string{"0 left"}},
		"paused webhook": {shop.WebhookPausedMail{URL: "https://erp.example/hook", Since: d.Clock.Now()}, "Webhook paused",
			[]string{"https://erp.example/hook", "March 2, 2026", "nothing is lost"}, nil},
	} {
		worded[c.mail.Kind()] = true
		got := deliver(t, d, c.mail)
		if got.subject != c.subject {
			t.Errorf("%s: subject %q, want %q", name, got.subject, c.subject)
		}
		for form, content := range map[string]string{"text": got.text, "html": got.html} {
			for _, fact := range append(c.facts, "Orrery Robotics", "Keizersgracht 241, 1016 EA Amsterdam, Netherlands") {
				if !strings.Contains(strings.ReplaceAll(content, "\r\n", "\n"), fact) {
					t.Errorf("%s: the %s lacks %q:\n%s", name, form, fact, content)
				}
			}
			for _, word := range append(c.absent, "<no value>", "ZgotmplZ", "%!") {
				if strings.Contains(content, word) {
					t.Errorf("%s: the %s says %q", name, form, word)
				}
			}
		}
		to, answer := "ada@example.org", ""
		if strings.HasPrefix(name, "contact") {
			to, answer = "hello@orrery.example", "ada@example.org"
		}
		if name == "paused webhook" || strings.HasPrefix(name, "low stock") {
			to = "hello@orrery.example"
		}
		for header, want := range map[string]string{"From": "shop@orrery.example", "To": to, "Reply-To": answer} {
			if got := got.header.Get(header); want == "" && got != "" || !strings.Contains(got, want) {
				t.Errorf("%s: %s is %q, want %q", name, header, got, want)
			}
		}
		if sent, err := got.header.Date(); err != nil || !sent.Equal(d.Clock.Now()) {
			t.Errorf("%s: dated %v (%v), want when it was owed", name, sent, err)
		}
	}

	source, err := os.ReadFile("../shop/mail.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := kindMethod.FindAllSubmatch(source, -1)
	for _, kind := range kinds {
		if !worded[string(kind[1])] {
			t.Errorf("nobody has seen the mail %s", kind[1])
		}
	}
	if len(kinds) != len(worded) {
		t.Errorf("%d kinds of mail in shop/mail.go, %d of them here", len(kinds), len(worded))
	}
}

var kindMethod = regexp.MustCompile(`\) Kind\(\) string \{ return "([^"]+)" \}`)

// Nobody is told a password's link when no account has the address, and the mail is done with.
func TestResetOfNobody(t *testing.T) {
	t.Parallel()
	d, folder := dbtest.New(t), t.TempDir()
	enqueue(t, d, shop.PasswordResetMail{Email: "nobody@example.org"})
	start(t, d, jobs.Folder(folder))
	await(t, d, nothingLeft)
	if files, err := os.ReadDir(folder); err != nil || len(files) != 0 {
		t.Errorf("wrote %v (%v)", files, err)
	}
}

// What people type stays text: in the HTML, in the headers, and as a name in a stranger's mail.
func TestWhatPeopleType(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	script := `<script>alert("x")</script>`

	got := deliver(t, d, shop.PreOrderConfirmationMail{To: ada, ProductName: script, Quantity: 1, ExpectedDelivery: d.Clock.Now()})
	if strings.Contains(got.rawHTML, "<script") || !strings.Contains(got.rawHTML, "&lt;script&gt;") {
		t.Errorf("the HTML runs what somebody typed:\n%s", got.rawHTML)
	}
	if !strings.Contains(got.text, script) {
		t.Errorf("the text must show it as it is:\n%s", got.text)
	}

	got = deliver(t, d, shop.ContactMail{From: shop.Recipient{Name: `Eve" <eve@evil.example>, "y`, Email: "eve@example.org"},
		Subject: "Hi\r\nBcc: all@example.org\r\n\r\nbody", Message: script})
	if to, err := got.header.AddressList("Reply-To"); err != nil || len(to) != 1 || to[0].Address != "eve@example.org" {
		t.Errorf("answers go to %v (%v)", to, err)
	}
	if got.header.Get("Bcc") != "" || got.subject != "Contact: Hi Bcc: all@example.org body" {
		t.Errorf("subject %q, Bcc %q", got.subject, got.header.Get("Bcc"))
	}
	if strings.Contains(got.rawHTML, "<script") {
		t.Errorf("the HTML runs what somebody typed:\n%s", got.rawHTML)
	}

	got = deliver(t, d, shop.OrderStatusMail{To: shop.Recipient{Name: "Eve\r\nBcc\u0007 x", Email: ada.Email}, Status: shop.OrderPaid})
	if to, err := got.header.AddressList("To"); err != nil || len(to) != 1 || to[0].Name != "Eve Bcc x" {
		t.Errorf("a name of two lines is %v (%v)", to, err)
	}

	got = deliver(t, d, shop.ContactMail{From: shop.Recipient{Name: "Eve", Email: "eve, mallory@example.org"}, Subject: "x", Message: "y"})
	if got.header.Get("Reply-To") != "" || !strings.Contains(got.text, "eve, mallory@example.org") {
		t.Errorf("Reply-To %q for what is no address; the text must show it", got.header.Get("Reply-To"))
	}

	for name, greeting := range map[string]string{
		"Dr. Ada King": "Hello Dr. Ada King,", "": "Hello,", "Visit evil.example": "Hello,", "https:evil": "Hello,", "a@b": "Hello,",
	} {
		got := deliver(t, d, shop.OrderStatusMail{To: shop.Recipient{Name: name, Email: ada.Email}, Status: shop.OrderPaid})
		if !strings.HasPrefix(got.text, greeting+"\r\n") || !strings.Contains(got.rawHTML, greeting) {
			t.Errorf("%q is greeted with %.40q, want %q", name, got.text, greeting)
		}
		want := strings.TrimSuffix(strings.TrimPrefix(greeting, "Hello"), ",")
		if to, err := got.header.AddressList("To"); err != nil || len(to) != 1 || to[0].Name != strings.TrimSpace(want) {
			t.Errorf("%q is addressed as %v (%v), want %q", name, to, err, want)
		}
	}
}

// An address that is none is refused without a trace of it in the log.
func TestNoAddress(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	enqueue(t, d, shop.OrderStatusMail{To: shop.Recipient{Email: "ada@example.org, eve@example.org"}, Status: shop.OrderPaid})
	log, stop := start(t, d, jobs.Folder(t.TempDir()))
	await(t, d, `due_at = $1 FROM jobs`, d.Clock.Now().Add(10*time.Second))
	stop()
	if text := log.String(); !strings.Contains(text, "no address") || strings.Contains(text, "ada@") {
		t.Errorf("log:\n%s", text)
	}
}
