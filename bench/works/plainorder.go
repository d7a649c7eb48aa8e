package main

import (
	"encoding/json"
	"net/http"

	"github.com/lib/pq"

	"orrery/bench/wares"
)

type order struct {
	ID     int64  `json:"id"`
	Status string `json:"status"`
	Total  int64  `json:"total"`
	Items  []line `json:"items"`
}

// orders registers the handler that places an order. In one transaction it writes what must survive a crash: the
// idempotency key, the order, its lines, the stock, and a row of the outbox. It is given the products, has no cart to
// empty, and does nothing afterwards.
func (f *baseline) orders() (err error) {
	prepare := f.preparer(&err)
	claim := prepare(`INSERT INTO order_keys (buyer, key, order_id)
		VALUES ($1, $2, nextval(pg_get_serial_sequence('plain.orders', 'id')))
		ON CONFLICT DO NOTHING RETURNING order_id`)
	take := prepare(`UPDATE products p SET stock = stock - 1
		FROM (SELECT id FROM products WHERE id = any($1) ORDER BY id FOR UPDATE) AS locked WHERE p.id = locked.id
		RETURNING p.id, p.name, p.price_cents, 1, p.price_cents`)
	insert := prepare(`INSERT INTO orders (id, buyer, status, total_cents, address, city, postal_code, country)
		OVERRIDING SYSTEM VALUE VALUES ($1, $2, 'PENDING', $3, 'Damrak 1', 'Amsterdam', '1012 LG', 'NL')
		RETURNING status`)
	lines := prepare(`INSERT INTO order_lines (order_id, product_id, name, quantity, price_cents)
		SELECT $1, unnest($2::int[]), unnest($3::text[]), 1, unnest($4::int[])`)
	publish := prepare(`INSERT INTO outbox (kind, data) VALUES ('order.placed', $1)`)
	f.handle(wares.Order, func(r *http.Request, params wares.Params) (any, error) {
		who, err := buyer(r)
		if err != nil {
			return nil, err
		}
		tx, err := f.pool.Begin()
		if err != nil {
			return nil, err
		}
		defer func() { _ = tx.Rollback() }()
		var o order
		if err := tx.Stmt(claim).QueryRow(who, params.Key).Scan(&o.ID); err != nil {
			return nil, err // also if the key was used before
		}
		o.Items, err = rows(tx.Stmt(take), func(l *line) []any {
			return []any{&l.ID, &l.Name, &l.Price, &l.Quantity, &l.LineTotal}
		}, pq.Array(params.Products))
		if err != nil {
			return nil, err
		}
		var ids, prices pq.Int64Array
		var names pq.StringArray
		for _, l := range o.Items {
			ids, names, prices = append(ids, int64(l.ID)), append(names, l.Name), append(prices, int64(l.Price))
			o.Total += l.LineTotal
		}
		if err := tx.Stmt(insert).QueryRow(o.ID, who, o.Total).Scan(&o.Status); err != nil {
			return nil, err
		}
		if _, err := tx.Stmt(lines).Exec(o.ID, ids, names, prices); err != nil {
			return nil, err
		}
		data, err := json.Marshal(o)
		if err != nil {
			return nil, err
		}
		if _, err := tx.Stmt(publish).Exec(string(data)); err != nil {
			return nil, err
		}
		return o, tx.Commit()
	})
	return err
}
