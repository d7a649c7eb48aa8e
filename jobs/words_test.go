package jobs_test

import (
	"strings"
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
)

// publishMails publishes the words of emails after a change.
func publishMails(t *testing.T, d *dbtest.Database, editor shop.Actor, change func(*shop.TextSection)) {
	t.Helper()
	draft, err := d.Store.Content.TextDraft(t.Context(), editor, shop.TextMails)
	if err != nil {
		t.Fatal(err)
	}
	for i := range draft.Document.Sections {
		change(&draft.Document.Sections[i])
	}
	draft, err = d.Store.Content.SaveTextDraft(t.Context(), editor,
		shop.TextDraftSaveInput{Name: shop.TextMails, Revision: draft.Revision, Document: draft.Document})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Store.Content.PublishTextDraft(t.Context(), editor,
		shop.TextDraftPublishInput{Name: shop.TextMails, Revision: draft.Revision, Version: draft.Version}); err != nil {
		t.Fatal(err)
	}
}

// Each email to a customer has the words of its section, with a value for each placeholder, and keeps its facts.
func TestOwnersWords(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	editor := boss(t, d)
	const account, order = "019a0000-0000-7000-8000-000000000009", "019a0000-0000-7000-8000-00000000000a"
	for _, row := range []string{
		`INSERT INTO users (id, name, email, password_hash, created_at) VALUES ('` + account + `', 'Ada Lovelace', 'ada@example.org', 'hash', now())`,
		`INSERT INTO orders (id, user_id, status, address, city, postal_code, country, currency, subtotal_minor, tax_minor, shipping_minor, total_minor,
			created_at) VALUES ('` + order + `', '` + account + `', 'PENDING_PAYMENT', 'a', 'b', 'c', 'NL', 'USD', 1, 0, 0, 1, now())`,
		`UPDATE products SET stock = 0 WHERE id = 1`,
	} {
		if _, err := d.SQL.Exec(row); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.SQL.Exec(`INSERT INTO email_changes (user_id, email, changed_at, expires_at) VALUES ($1, $2, $3, $4)`,
		account, ada.Email, d.Clock.Now(), d.Clock.Now().Add(shop.EmailUndoLife)); err != nil {
		t.Fatal(err)
	}
	preOrder, err := d.Store.PreOrders.Create(t.Context(), shop.Actor{}, shop.PreOrderCreateInput{Name: ada.Name, Email: ada.Email, Phone: "1",
		ProductID: new("2"), Quantity: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Store.Catalogue.CreateStockAlert(t.Context(), shop.Actor{}, shop.StockAlertCreateInput{ProductID: "1", Email: ada.Email}); err != nil {
		t.Fatal(err)
	}
	if err := d.Store.Content.SubscribeNewsletter(t.Context(), shop.Actor{}, shop.NewsletterSubscribeInput{Email: ada.Email}); err != nil {
		t.Fatal(err)
	}
	var alert string
	if err := d.SQL.QueryRow(`SELECT id FROM stock_alerts`).Scan(&alert); err != nil {
		t.Fatal(err)
	}

	own := map[string]bool{}
	publishMails(t, d, editor, func(s *shop.TextSection) {
		for _, l := range shop.TextMails.Layout() {
			if l.Anchor != s.Anchor {
				continue
			}
			var all []string
			for _, p := range l.Placeholders {
				all = append(all, p.Name+"={{"+p.Name+"}}")
				if p.Description == "" {
					t.Errorf("%s: %s has no description", s.Anchor, p.Name)
				}
			}
			s.Title, s.Label = "{{shop}}: <"+s.Anchor+">", "Head of "+s.Anchor
			s.Body = "Open " + strings.Join(all, ", ") + ".\n\nTwo & <b>bold</b>\nlines"
			for i := range s.Items {
				s.Items[i].Text = "Close " + strings.Join(all, ", ")
			}
		}
		own[s.Anchor] = false
	})

	unpaid, at := spree, d.Clock.Now()
	unpaid.ID, unpaid.ReservedUntil = order, new(time.Date(2026, 3, 18, 23, 0, 0, 0, time.UTC))
	partly := unpaid
	partly.Received = new(usd(1000000))
	moved := shop.PreOrderMovedMail{To: ada, PreOrderID: preOrder.ID, ProductName: "Arm", Quantity: 3, Reason: "Late",
		Before: time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC), After: time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)}
	sooner := moved
	sooner.Before, sooner.After = moved.After, moved.Before
	numberAndDate := "number=OR-100042, date=March 1, 2026"
	for section, c := range map[string]struct {
		mail   shop.Mail
		values string
		fact   string // of the text
	}{
		"order-confirmation":     {shop.OrderConfirmationMail{To: ada, Order: spree}, numberAndDate, "orders/019a"},
		"order-address":          {shop.OrderAddressMail{To: ada, OrderID: "019a", Number: "OR-7", ShippingInfo: spree.ShippingInfo}, "number=OR-7", "Street 1"},
		"order-reminder":         {shop.OrderReminderMail{To: ada, Order: unpaid}, numberAndDate + ", total=$60,496.76, reserved=March 18, 2026, 23:00 UTC", "NL02ABNA0123456789"},
		"order-reminder-of-rest": {shop.OrderReminderMail{To: ada, Order: partly}, numberAndDate + ", total=$60,496.76, paid=$10,000.00", "NL02ABNA0123456789"},
		"order-due":              {shop.OrderDueMail{To: ada, Order: unpaid}, numberAndDate + ", total=$60,496.76, due=March 15, 2026", "NL02ABNA0123456789"},
		"order-due-of-rest": {shop.OrderDueMail{To: ada, Order: partly}, numberAndDate + ", total=$60,496.76, paid=$10,000.00, due=March 15, 2026",
			"NL02ABNA0123456789"},
		"preorder-confirmation": {shop.PreOrderConfirmationMail{To: ada, ProductName: "Arm", Quantity: 3, ExpectedDelivery: moved.Before},
			"product=Arm, expected=May 1, 2026", "Quantity: 3"},
		"preorder-of-unlisted-product": {shop.PreOrderConfirmationMail{To: ada, Quantity: 3, ExpectedDelivery: moved.Before}, "expected=May 1, 2026", "Quantity: 3"},
		"preorder-later":               {moved, "product=Arm, expected=May 20, 2026, previous=May 1, 2026", "preorders/keep?token="},
		"preorder-sooner":              {sooner, "product=Arm, expected=May 1, 2026, previous=May 20, 2026", "preorders/change?token="},
		"stock-alert":                  {shop.StockAlertMail{To: ada, AlertID: alert, ProductName: "{{email}}"}, "product={{email}}, to=ada@example.org", "stock-alert?token="},
		"back-in-stock":                {shop.BackInStockMail{To: ada, ProductID: "1", ProductName: "Arm & Rail"}, "product=Arm & Rail", "products/1"},
		"newsletter":                   {shop.NewsletterMail{To: shop.Recipient{Email: ada.Email}}, "to=ada@example.org", "newsletter/confirm?token="},
		"email-verification":           {shop.VerificationMail{UserID: account}, "to=ada@example.org", "verify-email?token="},
		"email-change":                 {shop.EmailChangeMail{To: ada, At: at}, "date=March 2, 2026", "forgot-password"},
		"email-changed":                {shop.EmailChangedMail{UserID: account, ChangeID: 1}, "date=March 2, 2026", "undo-email?token="},
		"email-change-undone":          {shop.EmailChangeUndoneMail{To: ada, At: at}, "date=March 2, 2026", "contact"},
		"password-reset":               {shop.PasswordResetMail{Email: ada.Email}, "", "reset-password?token="},
		"password-changed":             {shop.PasswordChangedMail{To: ada, At: at}, "date=March 2, 2026", "forgot-password"},
		"two-step-sign-in-on":          {shop.SecondFactorMail{To: ada, On: true, At: at}, "date=March 2, 2026", "forgot-password"},
		"two-step-sign-in-off":         {shop.SecondFactorMail{To: ada, At: at}, "date=March 2, 2026", "forgot-password"},
		"provider-connected":           {shop.IdentityMail{To: ada, Provider: shop.GitHub, Linked: true, At: at}, "provider=GitHub, date=March 2, 2026", "in your profile"},
		"provider-disconnected":        {shop.IdentityMail{To: ada, Provider: shop.GitHub, At: at}, "provider=GitHub, date=March 2, 2026", "forgot-password"},
		"account-deleted":              {shop.AccountDeletedMail{To: ada, At: at}, "date=March 2, 2026", "privacy"},
		"order-paid":                   {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderPaid}, "number=OR-7", "orders/019a"},
		"order-processing":             {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderProcessing}, "number=OR-7", "orders/019a"},
		"order-shipped":                {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderShipped}, "number=OR-7", "orders/019a"},
		"order-delivered":              {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderDelivered}, "number=OR-7", "orders/019a"},
		"order-cancelled":              {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderCancelled}, "number=OR-7", "orders/019a"},
		"order-refunded":               {shop.OrderStatusMail{To: ada, OrderID: "019a", Number: "OR-7", Status: shop.OrderRefunded}, "number=OR-7", "orders/019a"},
	} {
		own[section] = true
		got := deliver(t, d, c.mail)
		if want := "Orrery Robotics: <" + section + ">"; got.subject != want {
			t.Errorf("%s: subject %q, want %q", section, got.subject, want)
		}
		text := strings.ReplaceAll(got.text, "\r\n", "\n")
		opening := "Open " + c.values + ".\n\nTwo & <b>bold</b>\nlines\n"
		if !strings.HasPrefix(text[strings.Index(text, "\n"):], "\n\n"+opening) || !strings.Contains(text, c.fact) {
			t.Errorf("%s: the text lacks %q or %q:\n%s", section, opening, c.fact, text)
		}
		for _, part := range []string{">Head of " + section + "</h1>", ">Open " + c.values + ".</p>", "Two & <b>bold</b>"} {
			if !strings.Contains(got.html, part) {
				t.Errorf("%s: the HTML lacks %q:\n%s", section, part, got.html)
			}
		}
		if strings.Contains(got.rawHTML, "<b>") {
			t.Errorf("%s: the HTML has tags of the text:\n%s", section, got.rawHTML)
		}
		if closes := strings.HasPrefix(section, "order-reminder") || strings.HasPrefix(section, "order-due"); closes !=
			strings.Contains(text, "Close "+c.values+"\n") || closes != strings.Contains(got.html, ">Close "+c.values+"</p>") {
			t.Errorf("%s: the closing is missing:\n%s", section, text)
		}
	}
	for section, seen := range own {
		if !seen {
			t.Errorf("no email has the section %s", section)
		}
	}

	// A blank part has its original words again, also in mails that were queued before.
	publishMails(t, d, editor, func(s *shop.TextSection) { s.Title, s.Label, s.Body = " ", "", "" })
	got := deliver(t, d, shop.PasswordChangedMail{To: ada, At: at})
	if got.subject != "Your password was changed" || !strings.Contains(got.text, "Your password was changed on March 2, 2026.") {
		t.Errorf("%q: %s", got.subject, got.text)
	}

	// Subjects have one line, whatever a product is called.
	got = deliver(t, d, shop.BackInStockMail{To: ada, ProductID: "1", ProductName: "Arm\r\nBcc: all@example.org"})
	if got.header.Get("Bcc") != "" || got.subject != "Arm Bcc: all@example.org is back in stock" {
		t.Errorf("subject %q, Bcc %q", got.subject, got.header.Get("Bcc"))
	}
}
