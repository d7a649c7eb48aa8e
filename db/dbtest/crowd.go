package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Crowd is the amount of data of an old and large shop. For every ten orders there is a customer, a pre-order, a
// message, a quote, a review, a newsletter subscriber and an audit entry.
type Crowd struct {
	Orders   int // over three years, nearly all of them delivered, with a line each
	Products int
}

// Fill adds the data of c to a shop, dated up to now. Triggers are disabled, so that a million orders take about a
// minute, and no events are published.
func Fill(ctx context.Context, pool *sql.DB, c Crowd, now time.Time) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	// IDs are derived from numbers, so that the same Crowd has the same rows.
	const id = `md5('%s' || i)::uuid`
	key := func(of string) string { return fmt.Sprintf(id, of) }
	at := func(n int) string {
		return fmt.Sprintf(`'%s'::timestamptz - interval '3 years' * (%d - i) / %d`,
			now.UTC().Format(time.RFC3339), n, max(n, 1))
	}
	tenth := c.Orders / 10
	for _, step := range []struct {
		text string
		n    int
	}{
		{`INSERT INTO users (id, name, email, password_hash, role, created_at)
			SELECT ` + key("user") + `, 'Person ' || i, 'person' || i || '@example.org', '', 'user', ` +
			at(tenth), tenth},
		{`INSERT INTO products (name, category, price_minor, stock, listed, short_desc, tags, created_at)
			SELECT 'Machine ' || i, 'Range ' || i % 40 || ' / Line ' || i % 400, i * 100, i % 500, i % 20 <> 0,
			'Number ' || i, '{}', ` + at(c.Products), c.Products},
		{`INSERT INTO orders (id, number, user_id, status, address, city, postal_code, country, currency,
			subtotal_minor, tax_minor, shipping_minor, total_minor, created_at, search_text)
			SELECT ` + key("order") + `, 'OR-' || 5000000 + i,
			md5('user' || i % ` + fmt.Sprint(max(tenth, 1)) + ` + 1)::uuid,
			(ARRAY['PENDING_PAYMENT', 'PAID', 'PROCESSING', 'SHIPPED', 'CANCELLED', 'REFUNDED'] ||
			array_fill('DELIVERED'::text, '{94}'))[i % 100 + 1],
			'Street ' || i, 'City ' || i % 5000, '1000', 'NL', 'USD', i * 10, i * 2, 0, i * 12, ` + at(c.Orders) + `,
			lower('OR-' || 5000000 + i || ' person ' || i % ` + fmt.Sprint(max(tenth, 1)) + ` + 1 ||
			' person' || i % ` + fmt.Sprint(max(tenth, 1)) + ` + 1 || '@example.org city ' || i % 5000)`, c.Orders},
		{`INSERT INTO order_items (id, order_id, product_id, product_name, quantity, price_minor)
			SELECT ` + key("line") + `, ` + key("order") + `, i % 10 + 1, 'Machine', 1, i * 10`, c.Orders},
		{`INSERT INTO preorders (id, name, email, phone, product_id, product_name, quantity, status, created_at,
			expected_delivery, reply_by, replied_at)
			SELECT ` + key("preorder") + `, 'Person ' || i, 'person' || i || '@example.org', '1', i % 10 + 1,
			'Machine ' || i % 100, 1,
			(ARRAY['Pending', 'Contacted', 'Closed', 'Closed', 'Closed'])[i % 5 + 1], ` + at(tenth) + `, now(),
			` + at(tenth) + ` + interval '1 day', CASE WHEN i % 5 > 0 THEN ` + at(tenth) + ` END`, tenth},
		{`INSERT INTO contact_messages (id, name, email, subject, message, status, created_at, reply_by, replied_at)
			SELECT ` + key("contact") + `, 'Person ' || i, 'person' || i || '@example.org', 'Question ' || i,
			'How do I mount number ' || i || '?',
			CASE WHEN i % 50 = 0 THEN 'pending' ELSE 'resolved' END, ` + at(tenth) + `,
			` + at(tenth) + ` + interval '1 day', CASE WHEN i % 50 > 0 THEN ` + at(tenth) + ` END`, tenth},
		{`INSERT INTO quotes (id, number, request, name, email, currency, subtotal_minor, tax_percent, tax_minor,
			shipping_minor, total_minor, created_at, valid_until, reply_by, replied_at)
			SELECT ` + key("quote") + `, 'QU-' || 5000000 + i, ` + key("quote") + `::text::bytea,
			'Person ' || i, 'person' || i || '@example.org', 'USD', i * 10, '10',
			i, 0, i * 11, ` + at(tenth) + `, now(), ` + at(tenth) + ` + interval '1 day',
			CASE WHEN i % 50 > 0 THEN ` + at(tenth) + ` END`, tenth},
		{`INSERT INTO reviews (id, product_id, name, rating, comment, hidden, created_at)
			SELECT ` + key("review") + `, i % 10 + 1, 'Person ' || i, i % 5 + 1, 'I mounted number ' || i || '.',
			i % 50 = 0, ` + at(tenth), tenth},
		{`INSERT INTO newsletter_subscribers (id, email, confirmed_at, forget_at, created_at)
			SELECT ` + key("subscriber") + `, 'person' || i || '@example.org', CASE WHEN i % 50 > 0 THEN now() END,
			CASE WHEN i % 50 = 0 THEN now() END, ` + at(tenth), tenth},
		{`INSERT INTO audit_entries (actor_id, address, action, object, object_id, before, after, created_at)
			SELECT md5('user' || i % 10)::uuid, '127.0.0.1', 'UPDATE', 'orders', ` + key("order") + `,
			'{"status": "PAID"}', '{"status": "SHIPPED"}', ` + at(tenth), tenth},
	} {
		text := fmt.Sprintf(`SET session_replication_role = replica; %s FROM generate_series(1, %d) AS i;
			RESET session_replication_role`, step.text, step.n)
		if _, err := conn.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", step.text, err)
		}
	}
	if c.Products > 0 {
		_, err := conn.ExecContext(ctx, `SELECT count_product_categories(), fill_product_words(),
				fill_product_attributes();
			INSERT INTO product_stocks (product_id, stock) SELECT id, stock FROM products ON CONFLICT DO NOTHING`)
		if err != nil {
			return fmt.Errorf("keep what the triggers of products keep: %w", err)
		}
	}
	if _, err := conn.ExecContext(ctx, `SELECT fill_order_sums()`); err != nil {
		return fmt.Errorf("keep what the triggers of orders keep: %w", err)
	}
	_, err = conn.ExecContext(ctx, `VACUUM ANALYZE`)
	return err
}
