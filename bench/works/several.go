package main

import (
	"database/sql"
	"net/http"

	"orrery/bench/wares"
)

// The statements of the plain program, and the parts of those in oneStatement.
const (
	cardColumns = `p.id, p.name, p.price_cents, p.stock, p.rating, i.url`
	fromShelf   = ` FROM products p JOIN product_images i ON i.product_id = p.id
		WHERE p.category_id = (SELECT id FROM categories WHERE name = $1)`
	newestFirst = ` ORDER BY p.created_at DESC, p.id DESC LIMIT 12`
	// The subquery selects the best twelve before the join, which would otherwise fetch a picture for every match.
	best = ` FROM (SELECT p.*, ts_rank(p.vector, q) AS rank FROM products p, websearch_to_tsquery('english', $1) AS q
		WHERE p.vector @@ q ORDER BY rank DESC, p.id LIMIT 12 OFFSET $2) AS p
		JOIN product_images i ON i.product_id = p.id`
	cardJSON = `json_build_object('id', p.id, 'name', p.name, 'price', p.price_cents, 'stock', p.stock,
		'rating', p.rating, 'image', i.url)`
)

var oneStatement = map[wares.Work]string{
	wares.List: `SELECT json_build_object('total', (SELECT count(*) FROM products
			WHERE category_id = (SELECT id FROM categories WHERE name = $1)),
		'items', (SELECT json_agg(card) FROM (SELECT ` + cardJSON + ` AS card` + fromShelf +
		` AND (p.created_at, p.id) < ($2::timestamptz, $3::int)` +
		newestFirst + `) AS cards))`,
	wares.Detail: `SELECT json_build_object('id', p.id, 'name', p.name, 'price', p.price_cents, 'stock', p.stock,
		'rating', p.rating, 'image', i.url,
		'description', p.description, 'category', c.name,
		'tags', (SELECT json_agg(t.name ORDER BY t.id) FROM product_tags pt JOIN tags t ON t.id = pt.tag_id
			WHERE pt.product_id = p.id),
		'specs', (SELECT json_agg(json_build_object('label', s.label, 'value', s.value) ORDER BY s.position)
			FROM product_specs s
			WHERE s.product_id = p.id))
		FROM products p JOIN product_images i ON i.product_id = p.id JOIN categories c ON c.id = p.category_id
		WHERE p.id = $1`,
	wares.Search: `SELECT json_agg(` + cardJSON + ` ORDER BY rank DESC, p.id)` + best,
	wares.Add:    `SELECT add_to_cart($1, $2)`,
}

type card struct {
	ID     int     `json:"id"`
	Name   string  `json:"name"`
	Price  int     `json:"price"`
	Stock  int     `json:"stock"`
	Rating float64 `json:"rating"`
	Image  string  `json:"image"`
}

func (c *card) columns() []any { return []any{&c.ID, &c.Name, &c.Price, &c.Stock, &c.Rating, &c.Image} }

type page struct {
	Total int    `json:"total"`
	Items []card `json:"items"`
}

type spec struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

type detail struct {
	card
	Description string   `json:"description"`
	Category    string   `json:"category"`
	Tags        []string `json:"tags"`
	Specs       []spec   `json:"specs"`
}

type line struct {
	ID        int    `json:"id"`
	Name      string `json:"name"`
	Price     int    `json:"price"`
	Quantity  int    `json:"quantity"`
	LineTotal int64  `json:"lineTotal"`
}

type cart struct {
	Total int64  `json:"total"`
	Items []line `json:"items"`
}

// rows runs a prepared statement and returns all its rows.
func rows[T any](stmt *sql.Stmt, columns func(*T) []any, args ...any) ([]T, error) {
	found, err := stmt.Query(args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = found.Close() }()
	all := make([]T, 0, wares.PageSize)
	for found.Next() {
		var one T
		if err := found.Scan(columns(&one)...); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, found.Err()
}

// preparer returns a function that prepares a statement. It sets err if one is invalid.
func (f *baseline) preparer(err *error) func(text string) *sql.Stmt {
	return func(text string) *sql.Stmt {
		stmt, failed := f.pool.Prepare(text)
		if failed != nil {
			*err = failed
		}
		return stmt
	}
}

// several registers handlers with several statements per work, which are prepared once because that is faster.
func (f *baseline) several() (err error) {
	prepare := f.preparer(&err)
	newest := prepare(`SELECT ` + cardColumns + fromShelf + newestFirst)
	nextPage := prepare(`SELECT ` + cardColumns + fromShelf + ` AND (p.created_at, p.id) < ($2, $3)` + newestFirst)
	count := prepare(`SELECT count(*) FROM products WHERE category_id = (SELECT id FROM categories WHERE name = $1)`)
	f.handle(wares.List, func(_ *http.Request, params wares.Params) (any, error) {
		var p page
		var err error
		if params.After == nil {
			p.Items, err = rows(newest, (*card).columns, params.Category)
		} else {
			p.Items, err = rows(nextPage, (*card).columns, params.Category, params.After.At, params.After.ID)
		}
		if err != nil {
			return nil, err
		}
		err = count.QueryRow(params.Category).Scan(&p.Total)
		return p, err
	})

	product := prepare(`SELECT ` + cardColumns + `, p.description, c.name FROM products p
		JOIN product_images i ON i.product_id = p.id
		JOIN categories c ON c.id = p.category_id WHERE p.id = $1`)
	tags := prepare(`SELECT t.name FROM product_tags pt JOIN tags t ON t.id = pt.tag_id
		WHERE pt.product_id = $1 ORDER BY t.id`)
	specs := prepare(`SELECT label, value FROM product_specs WHERE product_id = $1 ORDER BY position`)
	f.handle(wares.Detail, func(_ *http.Request, params wares.Params) (any, error) {
		var d detail
		err := product.QueryRow(params.ID).Scan(append(d.columns(), &d.Description, &d.Category)...)
		if err != nil {
			return nil, err
		}
		if d.Tags, err = rows(tags, func(tag *string) []any { return []any{tag} }, params.ID); err != nil {
			return nil, err
		}
		d.Specs, err = rows(specs, func(s *spec) []any { return []any{&s.Label, &s.Value} }, params.ID)
		return d, err
	})

	search := prepare(`SELECT ` + cardColumns + best + ` ORDER BY rank DESC, p.id`)
	f.handle(wares.Search, func(_ *http.Request, params wares.Params) (any, error) {
		return rows(search, (*card).columns, params.Term, params.Skip)
	})

	putCart := prepare(`INSERT INTO carts (buyer) VALUES ($1)
		ON CONFLICT (buyer) DO UPDATE SET updated_at = now() RETURNING id`)
	putItem := prepare(`INSERT INTO cart_items AS i (cart_id, product_id, quantity) VALUES ($1, $2, 1)
		ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = i.quantity + 1`)
	lines := prepare(`SELECT p.id, p.name, p.price_cents, i.quantity, i.quantity::bigint * p.price_cents
		FROM cart_items i JOIN products p ON p.id = i.product_id WHERE i.cart_id = $1 ORDER BY p.id`)
	f.handle(wares.Add, func(r *http.Request, params wares.Params) (any, error) {
		who, err := buyer(r)
		if err != nil {
			return nil, err
		}
		tx, err := f.pool.Begin()
		if err != nil {
			return nil, err
		}
		defer func() { _ = tx.Rollback() }()
		var id int
		if err := tx.Stmt(putCart).QueryRow(who).Scan(&id); err != nil {
			return nil, err
		}
		if _, err := tx.Stmt(putItem).Exec(id, params.ID); err != nil {
			return nil, err
		}
		var c cart
		c.Items, err = rows(tx.Stmt(lines), func(l *line) []any {
			return []any{&l.ID, &l.Name, &l.Price, &l.Quantity, &l.LineTotal}
		}, id)
		if err != nil {
			return nil, err
		}
		for _, l := range c.Items {
			c.Total += l.LineTotal
		}
		return c, tx.Commit()
	})
	return err
}
