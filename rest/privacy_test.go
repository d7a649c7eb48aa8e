package rest_test

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"orrery/shop"
)

// What is recognisable of the person whose data the tests below follow.
const (
	herName    = "Zephyrine Quillfeather"
	herAddress = "zephyrine@quill.example"
	herNext    = "zephyrine@feather.example"
	herPhone   = "+31 699 887 766"
	herStreet  = "Nachtegaallaan 77"
	herWords   = "Tickles my rooks"

	herTracking = "https://post.example/track?to=" + herAddress
)

var hers = []string{herName, herAddress, herNext, herPhone, herStreet, herWords}

// herWordsIn is what she has written into a column, so that one column does not stand for another.
func herWordsIn(column string) string { return herWords + ", " + column }

// Where the database holds something of her, or refers to her account, and what the file of her data has of it. A new column
// fails the test until it is in one of the two lists.
var (
	inFile = []string{"users.name", "users.email", "users.pending_email", "carts.user_id", "orders.user_id", "orders.address", "orders.recipient", "orders.company",
		"orders.phone", "orders.notes", "orders.tracking_url", "orders.billing", "addresses.user_id", "addresses.address", "addresses.recipient", "addresses.phone",
		"addresses.notes", "preorders.user_id", "cell_plans.user_id",
		"preorders.name", "preorders.email", "preorders.phone", "preorders.message", "quotes.user_id", "quotes.name", "quotes.email", "reviews.user_id",
		"reviews.name", "reviews.comment", "contact_messages.name", "contact_messages.email", "contact_messages.message",
		"newsletter_subscribers.email", "stock_alerts.email", "sessions.user_id", "identities.user_id", "identities.email",
		"transfers.payer", "transfers.text"}
	notInFile = map[string]string{
		"transfers.search_text":        "made of the texts of the transfer, which are in it",
		"payments.actor_id":            "who has booked a payment: the payment is in the file",
		"orders.search_text":           "made of number, name, address and city, which are in it",
		"orders.buyer_name":            "filled when the account is deleted",
		"order_keys.user_id":           "which request has made which order, as a hash, for a day",
		"order_changes.actor_id":       "who has changed an order: the change is in the order's status",
		"order_notes.author_id":        "administrators write notes for each other",
		"order_notes.text":             "administrators write notes for each other",
		"one_time_tokens.user_id":      "a hash, for a day",
		"one_time_tokens.email":        "a hash, for a day; the addresses are the account's",
		"sign_in_challenges.user_id":   "a hash, for five minutes",
		"email_changes.user_id":        "that the address was changed, for seven days",
		"email_changes.email":          "the former address, for seven days, so that its owner can undo the change",
		"proven_identities.email":      "what a provider says about a person who signs in, kept for ten minutes or until an account has it",
		"proven_identities.name":       "what a provider says about a person who signs in, kept for ten minutes or until an account has it",
		"second_factors.user_id":       "a secret that is sealed; whether there is one is said where it is set up",
		"staff_invitations.inviter_id": "whom an administrator has invited: work for the shop",
		"staff_invitations.email":      "an open invitation, which its own letter says, until 30 days after its link expires",
		"attempts.subject":             "how often something was tried, for a day",
		"jobs.args":                    "a letter that waits says what is in the file",
		"uploads.user_id":              "pictures of products belong to the shop",
		"api_keys.maker_id":            "keys belong to the shop",
		"webhooks.maker_id":            "webhooks belong to the shop",
		"agent_sessions.taken_by":      "that she has put what an assistant prepared into her cart, for four days; the cart is in it",
		"preorder_moves.actor_id":      "administrators move dates for the shop; the date is in the file of whose it is",
	}
	// What the books keep of her, for as long as the law wants.
	kept = []string{"orders.address", "orders.billing", "orders.buyer_name", "orders.company", "orders.recipient", "orders.search_text", "transfers.payer",
		"transfers.search_text", "transfers.text"}
)

// traces are the columns in which any of the words stands.
func (c *contract) traces(words ...string) []string {
	c.t.Helper()
	found := map[string]bool{}
	for _, column := range c.texts(`SELECT c.table_name || '.' || c.column_name FROM information_schema.columns c
		JOIN information_schema.tables t USING (table_schema, table_name) WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
		AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector')`) {
		table, name, _ := strings.Cut(column, ".")
		for _, word := range words {
			if c.count(fmt.Sprintf(`SELECT count(*) FROM %s WHERE position($1 IN lower(%s::text)) > 0`, table, name), strings.ToLower(word)) > 0 {
				found[column] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// texts are the rows of a statement with one column.
func (c *contract) texts(query string, args ...any) (found []string) {
	c.t.Helper()
	rows, err := c.SQL.Query(query, args...)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			c.t.Fatal(err)
		}
		found = append(found, text)
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	return found
}

func (c *contract) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *contract) adminActor() shop.Actor {
	return shop.Actor{UserID: c.texts(`SELECT id FROM users WHERE email = 'admin@example.org'`)[0], Role: shop.RoleAdmin, Address: "192.0.2.1"}
}

// her makes an account that has left a trace wherever one can, with an order that waits for its money.
func (c *contract) her() (token, order string, who shop.Actor) {
	c.t.Helper()
	ctx, s := c.t.Context(), c.Store
	r := c.call("POST", "/auth/register", "", object{"name": herName, "email": herAddress, "password": password}).gives(201)
	token, who = r.at("token").(string), shop.Actor{UserID: r.at("user._id").(string)}
	_, err := c.SQL.Exec(`UPDATE users SET email_verified_at = now() WHERE id = $1`, who.UserID)
	c.must(err)
	_, err = s.Carts.AddItem(ctx, who, shop.CartItemAddInput{ProductID: "3", Quantity: 1})
	c.must(err)
	placed, err := s.Orders.Place(ctx, who, shop.OrderPlaceInput{IdempotencyKey: "k", ShippingInfo: shop.ShippingInfoInput{Address: herStreet,
		City: "Delft", PostalCode: "2611 AA", Country: "NL", Recipient: new(herName), Phone: new(herPhone), Notes: new(herWordsIn("orders.notes")),
		Company: new(herWordsIn("orders.company"))},
		BillingInfo: &shop.BillingInfoInput{Address: herStreet, City: "Delft", PostalCode: "2611 AA", Country: "NL", Recipient: herName}})
	c.must(err)
	_, err = s.Users.CreateAddress(ctx, who, shop.AddressCreateInput{ShippingInfo: shop.ShippingInfoInput{Address: herStreet, City: "Delft",
		PostalCode: "2611 AA", Country: "NL", Recipient: new(herName), Phone: new(herPhone), Notes: new(herWordsIn("addresses.notes"))}})
	c.must(err)
	read := func(io.Reader) (shop.BankFile, error) {
		const account = "NL91ABNA0417164300"
		return shop.BankFile{Accounts: []string{account}, Entries: []shop.BankEntry{{Account: account, BookedOn: c.Clock.Now(),
			Amount: shop.Money{Minor: 100, Currency: "USD"}, Payer: herName, Text: herName + ": " + herWordsIn("transfers.text")}}}, nil
	}
	_, err = s.Payments.Import(ctx, c.adminActor(), read, "", strings.NewReader(""))
	c.must(err)
	_, err = s.Payments.Assign(ctx, c.adminActor(), shop.TransferAssignInput{ID: c.texts(`SELECT id FROM transfers`)[0],
		OrderIDs: []string{placed.ID}, Version: 1})
	c.must(err)
	_, err = s.Orders.AddNote(ctx, c.adminActor(), shop.OrderNoteAddInput{OrderID: placed.ID, Text: herName + " calls back"})
	c.must(err)
	_, err = s.Carts.AddItem(ctx, who, shop.CartItemAddInput{ProductID: "2", Quantity: 1})
	c.must(err)
	wished, err := s.PreOrders.Create(ctx, who, shop.PreOrderCreateInput{Name: herName, Email: herAddress, Phone: herPhone, ProductName: new("Arm"),
		Quantity: 1, Message: new(herWordsIn("preorders.message"))})
	c.must(err)
	plan := shop.PreOrderMovePlan{QueueID: "name:arm", Days: new(7), Units: new(1), Reason: "Motors are late"}
	preview, err := s.PreOrders.PreviewMove(ctx, c.adminActor(), plan)
	c.must(err)
	dates, err := s.PreOrders.Move(ctx, c.adminActor(), shop.PreOrderMoveInput{Plan: plan, Previewed: preview.Previewed})
	c.must(err)
	_, _, err = s.Accounts.IssueLink(ctx, shop.PreOrderMovedMail{PreOrderID: wished.ID})
	c.must(err)
	_, err = s.PreOrders.Keep(ctx, who, shop.PreOrderKeepInput{ID: &wished.ID, ExpectedDelivery: dates[0].ExpectedDelivery})
	c.must(err)
	for key, asker := range map[string]shop.Actor{"own": who, "as a visitor": {}} {
		_, _, err = s.Quotes.Create(ctx, asker, shop.QuoteCreateInput{Name: herName, Email: herAddress, IdempotencyKey: key,
			Lines: []*shop.QuoteLineInput{{ProductID: "1", Quantity: 1}}})
		c.must(err)
	}
	_, _, err = s.Catalogue.ReviewProduct(ctx, who, shop.ProductReviewInput{ProductID: "1", Rating: 4, Comment: herWordsIn("reviews.comment")})
	c.must(err)
	_, err = s.Content.CreateContactMessage(ctx, shop.Actor{}, shop.ContactMessageCreateInput{Name: herName, Email: herAddress, Subject: "S", Message: herWordsIn("contact_messages.message")})
	c.must(err)
	c.must(s.Content.SubscribeNewsletter(ctx, shop.Actor{}, shop.NewsletterSubscribeInput{Email: herAddress}))
	_, err = c.SQL.Exec(`UPDATE products SET stock = 0 WHERE id = '1'`)
	c.must(err)
	c.must(s.Catalogue.CreateStockAlert(ctx, shop.Actor{}, shop.StockAlertCreateInput{ProductID: "1", Email: herAddress}))
	c.must(s.Accounts.RequestPasswordReset(ctx, shop.Actor{}, shop.PasswordResetRequestInput{Email: herAddress}))
	_, _, err = s.Accounts.IssueLink(ctx, shop.PasswordResetMail{Email: herAddress})
	c.must(err)
	c.must(s.Users.KeepProven(ctx, who, "browser", shop.Identity{Provider: shop.GitHub, Subject: "1", Email: herAddress, Name: herName}, true))
	verified, err := s.Accounts.PasswordHash(ctx, who)
	c.must(err)
	c.must(s.Users.LinkProven(ctx, who, "browser", verified))
	c.must(s.Users.KeepProven(ctx, who, "browser", shop.Identity{Provider: shop.Google, Subject: "2", Email: herAddress, Name: herName}, true))
	c.call("POST", "/auth/login", "", object{"email": herAddress, "password": "wrong"}).gives(401)
	c.call("PUT", "/auth/me/update", token, object{"email": herNext}).gives(200)
	for _, role := range []shop.Role{shop.RoleAdmin, shop.RoleUser} { // something for the audit log
		_, err = s.Users.UpdateCustomer(ctx, c.adminActor(), shop.CustomerUpdateInput{ID: who.UserID, Role: &role})
		c.must(err)
	}
	_, _, err = s.Partners.CreateWebhook(ctx, c.adminActor(), shop.WebhookCreateInput{URL: "https://partner.example"})
	c.must(err)
	_, err = s.Outbox.PublishEvents(ctx)
	c.must(err)
	return token, placed.ID, who
}

func (c *contract) move(order string, to shop.OrderStatus) error {
	c.t.Helper()
	now, err := c.Store.Orders.Get(c.t.Context(), c.adminActor(), order)
	c.must(err)
	in := shop.OrderStatusUpdateInput{ID: order, Status: to, Version: now.Version}
	if to == shop.OrderShipped {
		in.Shipment = &shop.ShipmentInput{Carrier: new("Post"), TrackingURL: new(herTracking)}
	}
	_, err = c.Store.Orders.UpdateStatus(c.t.Context(), c.adminActor(), in)
	return err
}

// ship brings an order on its way.
func (c *contract) ship(order string) {
	c.t.Helper()
	for _, status := range []shop.OrderStatus{shop.OrderPaid, shop.OrderProcessing, shop.OrderShipped} {
		c.must(c.move(order, status))
	}
}

// finish brings an order to its end.
func (c *contract) finish(order string) {
	c.t.Helper()
	c.ship(order)
	c.must(c.move(order, shop.OrderDelivered))
}

// Nothing that is kept of a person is forgotten in the file of their data without a reason, and nobody else's is in it.
func TestOwnData(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	token, order, _ := c.her()
	c.ship(order)
	c.call("GET", "/auth/me/data", "", nil).gives(401)
	r := c.call("GET", "/auth/me/data", token, nil).gives(200)
	if name := r.header.Get("Content-Disposition"); !strings.HasPrefix(name, `attachment; filename="account-data-20`) {
		t.Errorf("it is called %s", name)
	}
	r.is("account.name", herName).is("account.pendingEmail", herNext).is("account.role", "USER").is("cart.items.0.productId", "2").
		is("payments.0.payer", herName).is("payments.0.amount.amount", "1.00").is("payments.0.source", "TRANSFER").
		is("orders.0.id", order).is("orders.0.shippingInfo.address", herStreet).is("orders.0.shipment.trackingUrl", herTracking).
		is("orders.0.billingInfo.recipient", herName).is("addresses.0.shippingInfo.notes", herWordsIn("addresses.notes")).is("addresses.0.default", true).is("orders.0.orderItems.0.price.currency", "USD").
		is("preOrders.0.phone", herPhone).is("preOrders.0.status", "PENDING").is("preOrders.0.expectedDeliveryChanges.1.answer", "KEPT").is("quotes.0.lines.0.quantity", "1").is("quotes.1.name", herName).
		is("reviews.0.comment", herWordsIn("reviews.comment")).is("contactMessages.0.message", herWordsIn("contact_messages.message")).is("newsletter.email", herAddress).is("stockAlerts.0.email", herAddress).is("stockAlerts.0.productId", "1").
		is("sessions.0.current", true).is("identities.0.provider", "GITHUB").is("identities.0.email", herAddress).is("auditEntries.0.changes.0.after", `"user"`)
	for _, column := range []string{"orders.notes", "orders.company", "addresses.notes", "transfers.text", "preorders.message", "reviews.comment",
		"contact_messages.message"} {
		if !slices.Contains(inFile, column) || !strings.Contains(r.text, herWordsIn(column)) {
			t.Errorf("the file lacks %s", column)
		}
	}
	for _, word := range hers {
		if !strings.Contains(r.text, word) {
			t.Errorf("the file lacks %q", word)
		}
	}
	for _, word := range []string{"admin@example.org", "calls back", "192.0.2.1", "$argon2id"} {
		if strings.Contains(r.text, word) {
			t.Errorf("the file has %q, which is not hers", word)
		}
	}
	columns := append(c.traces(hers...), c.texts(`SELECT c.conrelid::regclass || '.' || a.attname FROM pg_constraint c
		JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = any(c.conkey) WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`)...)
	columns = append(columns, c.texts(`SELECT table_name || '.' || column_name FROM information_schema.columns
		WHERE table_schema = 'public' AND (column_name LIKE '%email%' OR column_name LIKE '%phone%') AND data_type = 'text'`)...)
	for _, column := range columns {
		if notInFile[column] == "" && !slices.Contains(inFile, column) {
			t.Errorf("%s is neither in the file nor is there a reason", column)
		}
	}

	// Who has no account that has anything gets the same form, and an address that was never verified brings nothing with it.
	_, err := c.Store.Content.CreateContactMessage(t.Context(), shop.Actor{}, shop.ContactMessageCreateInput{Name: "N", Email: "new@example.org", Subject: "S", Message: "M"})
	c.must(err)
	nobody := c.call("POST", "/auth/register", "", object{"name": "N", "email": "new@example.org", "password": password}).gives(201).at("token").(string)
	c.call("GET", "/auth/me/data", nobody, nil).gives(200).is("newsletter", nil).is("orders", "[]").is("contactMessages", "[]").is("stockAlerts", "[]").is("auditEntries", "[]")
	for range shop.DataPerAccount.Max - 1 {
		c.call("GET", "/auth/me/data", nobody, nil).gives(200)
	}
	c.call("GET", "/auth/me/data", nobody, nil).gives(429).is("code", "RATE_LIMITED")
}

// What is left of a deleted account is what the books need, for as long as they need it.
func TestDeleteAccount(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	token, order, who := c.her()
	remove := func(token, password string) answered {
		return c.call("POST", "/auth/me/delete", token, object{"password": password})
	}
	remove("", password).gives(401)
	remove(token, "").gives(422).is("errors.password", "Your password is required")
	remove(token, "wrong").gives(401).is("errors.password", "Incorrect password")
	number := c.texts(`SELECT number FROM orders`)[0]
	remove(token, password).gives(422).is("code", "NOT_ALLOWED").is("message", "You have open orders: "+number+
		" (waiting for payment). Cancel unpaid orders, or wait until they are delivered.")
	remove(c.admin, password).gives(422).is("message", "You are the only administrator. Make someone else an administrator first.")
	if n := c.count(`SELECT count(*) FROM cart_items WHERE user_id = $1`, who.UserID); n != 1 {
		t.Errorf("a refused deletion leaves %d lines of the cart, want 1", n)
	}

	c.finish(order)
	c.Clock.Advance(time.Minute)
	remove(token, password).gives(200)
	c.call("GET", "/auth/me", token, nil).gives(401)
	c.call("GET", "/order/"+order, c.admin, nil).gives(200).is("order.shippingInfo.address", herStreet)
	c.call("GET", "/orders/"+order+"/invoice", c.admin, nil).gives(200)
	listed := func(admin, row string) {
		t.Helper()
		if csv := c.call("GET", "/exports/orders.csv", admin, nil).gives(200).text; !strings.Contains(csv, row) {
			t.Errorf("the orders are exported without %s: %s", row, csv)
		}
	}
	listed(c.admin, ",DELIVERED,"+herName+",,"+herStreet+",Delft,2611 AA,NL,")
	if mails := c.Mails(t, "account-deleted"); len(mails) != 1 || !strings.Contains(string(mails[0]), herAddress) || c.count(`SELECT count(*) FROM jobs`) != 1 {
		t.Errorf("the last letter is %s, and the only one", mails)
	}
	job, _, err := c.Store.Outbox.TakeJob(t.Context(), time.Minute)
	c.must(err)
	c.must(c.Store.Outbox.FinishJob(t.Context(), job))
	// The words of the review are published and stay, without the name.
	if got := c.traces(hers...); !slices.Equal(got, slices.Sorted(slices.Values(append([]string{"reviews.comment"}, kept...)))) {
		t.Errorf("something of her is left in %s", got)
	}
	if got := c.texts(`SELECT name FROM reviews WHERE comment = $1`, herWordsIn("reviews.comment")); !slices.Equal(got, []string{shop.FormerCustomer}) {
		t.Errorf("the review is by %s", got)
	}
	c.call("POST", "/auth/login", "", object{"email": herAddress, "password": password}).gives(401).is("message", "Invalid email or password")
	for _, kind := range []string{"user.deleted", "preorder.deleted", "contact.deleted"} {
		if c.count(`SELECT count(*) FROM events WHERE kind = $1`, kind) != 1 {
			t.Errorf("nobody is told of %s", kind)
		}
	}
	if c.count(`SELECT count(*) FROM audit_entries WHERE action = 'DELETE' AND object = 'users' AND object_id = $1 AND address = '' AND before IS NULL`, who.UserID) != 1 {
		t.Error("the deletion is not in the audit log")
	}
	found, err := c.Store.Orders.All(t.Context(), c.adminActor(), shop.OrderFilter{Search: new("quillfeather")}, shop.OrdersNewest, shop.PageArgs{First: 5})
	c.must(err)
	if len(found.Nodes) != 1 || found.Nodes[0].Buyer != (shop.Buyer{ID: order, Name: herName, Deleted: true}) {
		t.Errorf("the order is listed as %+v", found.Nodes)
	}
	c.must(c.move(order, shop.OrderRefunded))
	if c.count(`SELECT count(*) FROM jobs`) != 0 {
		t.Error("a letter goes to nobody")
	}

	// The books: ordered in 2026, kept to the end of 2033.
	c.Clock.Advance(time.Date(2033, 12, 31, 23, 0, 0, 0, time.UTC).Sub(c.Clock.Now()))
	c.must(c.Store.Ops.Sweep(t.Context()))
	left := func() []string { // but for the review
		return slices.DeleteFunc(c.traces(hers...), func(column string) bool { return column == "reviews.comment" })
	}
	if got := left(); !slices.Equal(got, kept) {
		t.Errorf("in the last hour of the seventh year the books have %s", got)
	}
	c.Clock.Advance(2 * time.Hour)
	c.must(c.Store.Ops.Sweep(t.Context()))
	if got := left(); len(got) != 0 {
		t.Errorf("after that something is left in %s", got)
	}
	if got := c.texts(`SELECT country || total_minor FROM orders`); len(got) != 1 {
		t.Errorf("the figures are %s", got)
	}
	later := c.call("POST", "/auth/login", "", object{"email": "admin@example.org", "password": password}).gives(200).at("token").(string)
	c.call("GET", "/order/"+order, later, nil).gives(200).is("order.number", number).is("order.shippingInfo.address", "")
	c.call("GET", "/orders/"+order+"/invoice", later, nil).gives(422).is("code", "NOT_ALLOWED")
	listed(later, ",REFUNDED,"+shop.FormerCustomer+",,,,,NL,")
}

// The books forget the buyer of an old order also if the account goes on.
func TestOldOrdersAreForgotten(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	_, order, _ := c.her()
	c.finish(order)
	ofOrders := func() (found []string) {
		for _, column := range c.traces(hers...) {
			if strings.HasPrefix(column, "order") {
				found = append(found, column)
			}
		}
		return found
	}
	before := ofOrders()
	c.Clock.Advance(time.Date(2034, 1, 1, 1, 0, 0, 0, time.UTC).Sub(c.Clock.Now()))
	c.must(c.Store.Ops.Sweep(t.Context()))
	if after := ofOrders(); len(before) < 7 || len(after) > 0 {
		t.Errorf("of %s, something is left in %s", before, after)
	}
}

// Two years after somebody has dealt with a message or a pre-order it is forgotten; an address that was never verified is a stranger's.
func TestMessagesAreForgotten(t *testing.T) {
	t.Parallel()
	c := openContract(t)
	ctx := t.Context()
	token := c.call("POST", "/auth/register", "", object{"name": "N", "email": "new@example.org", "password": password}).gives(201).at("token").(string)
	for _, subject := range []string{"open", "answered"} {
		_, err := c.Store.Content.CreateContactMessage(ctx, shop.Actor{}, shop.ContactMessageCreateInput{Name: "N", Email: "new@example.org", Subject: subject, Message: "M"})
		c.must(err)
		_, err = c.Store.PreOrders.Create(ctx, shop.Actor{}, shop.PreOrderCreateInput{Name: "N", Email: "new@example.org", Phone: "1", ProductName: &subject, Quantity: 1})
		c.must(err)
	}
	c.call("POST", "/auth/me/delete", token, object{"password": password}).gives(200)
	c.Clock.Advance(24 * time.Hour)
	_, err := c.Store.Content.ResolveContactMessage(ctx, c.adminActor(), shop.ContactMessageResolveInput{ID: c.texts(`SELECT id FROM contact_messages WHERE subject = 'answered'`)[0]})
	c.must(err)
	_, err = c.Store.PreOrders.UpdateStatus(ctx, c.adminActor(), shop.PreOrderStatusUpdateInput{Status: shop.PreOrderClosed,
		ID: c.texts(`SELECT id FROM preorders WHERE product_name = 'answered'`)[0]})
	c.must(err)
	_, err = c.SQL.Exec(`UPDATE preorders SET confirm_by = NULL`)
	c.must(err)
	begin := c.Clock.Now()
	for _, step := range []struct {
		until time.Time
		left  []string
	}{
		{begin.AddDate(2, 0, -1), []string{"answered", "answered", "open", "open"}},
		{begin.AddDate(2, 0, 0), []string{"answered", "answered"}},
		{begin.AddDate(2, 0, 1), nil},
	} {
		c.Clock.Advance(step.until.Sub(c.Clock.Now()))
		c.must(c.Store.Ops.Sweep(ctx))
		got := c.texts(`SELECT subject FROM contact_messages UNION ALL SELECT product_name FROM preorders ORDER BY 1`)
		if !slices.Equal(got, step.left) {
			t.Errorf("at %s there are %s, want %s", step.until, got, step.left)
		}
	}
	if n := c.count(`SELECT count(*) FROM events WHERE kind IN ('contact.deleted', 'preorder.deleted')`); n != 4 {
		t.Errorf("%d events tell of it, want 4", n)
	}
}
