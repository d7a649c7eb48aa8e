package cart

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/catalogue"
	"orrery/db/pg"
	"orrery/shop"
)

// A cart's version is the transaction that last wrote its row: whoever changes a cart writes that row with it.
const Columns = `i.id AS line_id, i.quantity, i.added_price_minor, c.xmin::text AS version, c.last_addition, ` + catalogue.LineColumns

var (
	cartLines = pg.Prepared(`SELECT ` + Columns + `
		FROM carts c JOIN cart_items i ON i.user_id = c.user_id JOIN products p ON p.id = i.product_id
		WHERE c.user_id = $1 ORDER BY i.created_at, i.id`)
	// Of each cart its lines, and last the product that is wanted, as a line without an id.
	cartLinesAnd = pg.Prepared(`SELECT q.place, i.id, i.quantity, i.added_price_minor, c.xmin::text, c.last_addition, ` + catalogue.LineColumns + `
		FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS q (user_id, product_id, place) CROSS JOIN LATERAL (
			SELECT id, quantity, added_price_minor, created_at, product_id FROM cart_items WHERE user_id = q.user_id
			UNION ALL SELECT NULL, 0, 0, NULL, q.product_id
		) AS i JOIN products p ON p.id = i.product_id LEFT JOIN carts c ON c.user_id = q.user_id ORDER BY q.place, i.created_at, i.id`)
)

type cartRow struct {
	Place           int     // of the wish, from 1 on, where carts are read together
	LineID          *string // nil: no line
	Quantity        int
	AddedPriceMinor int64
	Version         *string // nil when there is no cart yet
	LastAddition    *string
	catalogue.ProductRow
}

// columns are the places of cartColumns.
func (r *cartRow) columns() []any {
	return append([]any{&r.LineID, &r.Quantity, &r.AddedPriceMinor, &r.Version, &r.LastAddition}, r.Line()...)
}

// columnsAnd are the places of what cartLinesAnd reads.
func (r *cartRow) columnsAnd() []any { return append([]any{&r.Place}, r.columns()...) }

// State is a cart as it was read, and what is needed to change it.
type State struct {
	Cart    shop.Cart
	product *shop.Product // the one asked for
	version *string
	last    *string // key of the addition that came last
}

// Get returns the actor's cart.
func (s *Store) Get(ctx context.Context, actor shop.Actor) (shop.Cart, error) {
	if err := actor.NeedUser(); err != nil {
		return shop.Cart{}, err
	}
	return s.Cart(ctx, s.db.Pool(), actor)
}

// Cart returns the cart of the actor, read by r.
func (s *Store) Cart(ctx context.Context, r pg.Querier, actor shop.Actor) (shop.Cart, error) {
	state, err := s.State(ctx, r, cartLines, actor.UserID)
	return state.Cart, err
}

// State returns what the statement q says of a cart.
func (s *Store) State(ctx context.Context, r pg.Querier, q pg.Statement, args ...any) (state State, err error) {
	rows, err := pg.Scan(ctx, r, q, (*cartRow).columns, args...)
	if err != nil {
		return state, fmt.Errorf("read cart: %w", err)
	}
	return s.cartOf(rows)
}

// cartOf is the cart that consists of rows.
func (s *Store) cartOf(rows []cartRow) (state State, err error) {
	items := make([]shop.CartItem, 0, len(rows)+1)
	for _, row := range rows {
		product, err := s.catalogue.Product(&row.ProductRow)
		if err != nil {
			return state, err
		}
		state.version, state.last = row.Version, row.LastAddition
		if row.LineID == nil {
			state.product = &product
			continue
		}
		items = append(items, shop.CartItem{ID: *row.LineID, Product: product, Quantity: row.Quantity,
			AddedPrice: s.db.Terms.Money(row.AddedPriceMinor)})
	}
	state.Cart = s.db.Terms.NewCart(items)
	return state, nil
}

// cartWish is a cart that somebody wants, with a product that may come into it.
type cartWish struct {
	userID    string
	productID int64
}

// cartAnd reads a cart and a product.
func (s *Store) cartAnd(ctx context.Context, r pg.Querier, w cartWish) (State, error) {
	return pg.LoadOne(ctx, r, s.carts, s.readCarts, w)
}

func (s *Store) readCarts(ctx context.Context, r pg.Querier, wishes []cartWish) ([]State, error) {
	var users pq.StringArray
	var products pq.Int64Array
	for _, w := range wishes {
		users, products = append(users, w.userID), append(products, w.productID)
	}
	rows, err := pg.Scan(ctx, r, cartLinesAnd, (*cartRow).columnsAnd, users, products)
	if err != nil {
		return nil, fmt.Errorf("read carts: %w", err)
	}
	carts := make([]State, len(wishes))
	for i := range carts {
		end := slices.IndexFunc(rows, func(r cartRow) bool { return r.Place != i+1 })
		if end < 0 {
			end = len(rows)
		}
		if carts[i], err = s.cartOf(rows[:end]); err != nil {
			return nil, err
		}
		rows = rows[end:]
	}
	return carts, nil
}

var lockCart = pg.Prepared(`INSERT INTO carts (user_id, updated_at) VALUES ($1, $2)
	ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at`)

// hopeful is how often a cart is changed without locking it first. People change their carts from one place at a time.
const hopeful = 3

// errCartMoved says that somebody else has changed the cart since it was read.
var errCartMoved = errors.New("the cart has changed meanwhile")

// changeCart reads the actor's cart and changes it in one statement each. Change has to write nothing and return errCartMoved
// when the cart is no longer what was read.
func (s *Store) changeCart(ctx context.Context, actor shop.Actor, change func(r pg.Querier) (shop.Cart, error)) (after shop.Cart, err error) {
	if err := actor.NeedUser(); err != nil {
		return after, err
	}
	for range hopeful {
		if after, err = change(s.db.Pool()); !errors.Is(err, errCartMoved) {
			break
		}
	}
	if errors.Is(err, errCartMoved) {
		err = s.db.InTx(ctx, func(tx pg.Querier) error {
			if _, err := tx.Exec(ctx, lockCart, actor.UserID, s.db.Now()); err != nil {
				return err
			}
			after, err = change(tx)
			return err
		})
	}
	if err != nil {
		return shop.Cart{}, fmt.Errorf("change cart: %w", base.Refusal(err))
	}
	return after, nil
}

// writeCart runs a statement that changes one line, if the cart has not moved.
func (s *Store) writeCart(ctx context.Context, r pg.Querier, q pg.Statement, args ...any) error {
	written, err := r.Exec(ctx, q, args...)
	if err == nil && written == 0 {
		return errCartMoved
	}
	return err
}

// Carts that somebody else has locked have moved, as far as this goes, so that others do not wait for them. New ones come in the order of
// their owners: no two instances wait for each other.
var putCartLines = pg.Prepared(`WITH wish AS (
		SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bigint[], $7::int[], $8::bigint[])
			AS w (user_id, version, key, id, product_id, quantity, added_price_minor) ORDER BY user_id
	), still AS (
		SELECT c.user_id FROM wish w JOIN carts c ON c.user_id = w.user_id AND c.xmin = nullif(w.version, '')::xid FOR NO KEY UPDATE OF c SKIP LOCKED
	), cart AS (
		INSERT INTO carts AS c (user_id, updated_at, last_addition)
		SELECT user_id, $1, nullif(key, '') FROM wish WHERE version = '' OR user_id IN (SELECT user_id FROM still)
		ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at, last_addition = excluded.last_addition
		WHERE c.user_id IN (SELECT user_id FROM still) RETURNING user_id
	)
	INSERT INTO cart_items (id, user_id, product_id, quantity, added_price_minor, created_at)
	SELECT id, user_id, product_id, quantity, added_price_minor, $1 FROM cart JOIN wish USING (user_id)
	ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity RETURNING user_id`)

// cartWrite is a line that a cart is to have, if the cart is still of the version that was read; nil: if there is still none.
type cartWrite struct {
	userID          string
	version         *string
	key             *string // of the addition
	lineID          string
	productID       int64
	quantity        int
	addedPriceMinor int64
}

// orEmpty is the text that may be missing. What is empty says the same where this is used.
func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// putCartLine writes a line, if the cart has not moved.
func (s *Store) putCartLine(ctx context.Context, r pg.Querier, w cartWrite) error {
	written, err := pg.LoadOne(ctx, r, s.writes, s.putCartLines, w)
	if err == nil && !written {
		return errCartMoved
	}
	return err
}

// putCartLines tells which of the carts had not moved, and have the line. Of those that name the same cart the first comes first.
func (s *Store) putCartLines(ctx context.Context, r pg.Querier, writes []cartWrite) ([]bool, error) {
	var users, versions, keys, lines pq.StringArray
	var products, quantities, prices pq.Int64Array
	places := map[string]int{}
	for i, w := range writes {
		if _, twice := places[w.userID]; twice {
			continue
		}
		places[w.userID] = i
		users, lines = append(users, w.userID), append(lines, w.lineID)
		versions, keys = append(versions, orEmpty(w.version)), append(keys, orEmpty(w.key))
		products, quantities, prices = append(products, w.productID), append(quantities, int64(w.quantity)), append(prices, w.addedPriceMinor)
	}
	owners, err := pg.Scan(ctx, r, putCartLines, func(owner *string) []any { return []any{owner} },
		s.db.Now(), users, versions, keys, lines, products, quantities, prices)
	if err != nil {
		return nil, err
	}
	written := make([]bool, len(writes))
	for _, owner := range owners {
		written[places[owner]] = true
	}
	return written, nil
}

// AddItem adds units of a product to the actor's cart, up to the maximum (decisions: cart). The key of the addition that came last
// answers with the cart and adds nothing.
func (s *Store) AddItem(ctx context.Context, actor shop.Actor, in shop.CartItemAddInput) (shop.Cart, error) {
	if err := in.Check(); err != nil {
		return shop.Cart{}, err
	}
	return s.changeCart(ctx, actor, func(r pg.Querier) (after shop.Cart, err error) {
		number, ok := catalogue.ProductID(in.ProductID)
		if !ok {
			return after, shop.UnknownProduct()
		}
		state, err := s.cartAnd(ctx, r, cartWish{actor.UserID, number})
		if err != nil {
			return after, err
		}
		if in.IdempotencyKey != nil && state.last != nil && *in.IdempotencyKey == *state.last {
			return state.Cart, nil
		}
		items := state.Cart.Items
		at := state.Cart.Line(in.ProductID)
		if at < 0 {
			line, err := state.newLine()
			if err != nil {
				return after, err
			}
			items, at = append(items, line), len(items)
		}
		line := &items[at]
		before := line.Quantity
		quantity, warnings, err := line.Product.MoreQuantity(line.Quantity, in.Quantity)
		if err != nil {
			return after, err
		}
		line.Quantity = quantity
		if before == 0 {
			line.AddedPrice = line.Price()
		}
		if err := s.putCartLine(ctx, r, cartWrite{actor.UserID, state.version, in.IdempotencyKey, line.ID, number, quantity,
			line.AddedPrice.Minor}); err != nil {
			return after, err
		}
		after = s.db.Terms.NewCart(items, warnings...)
		after.Added = new(max(quantity-before, 0)) // the maximum may be lower than before
		return after, nil
	})
}

// newLine is a line for the product that was asked for, of no units yet.
func (c State) newLine() (line shop.CartItem, err error) {
	if c.product == nil {
		return line, shop.UnknownProduct()
	}
	if len(c.Cart.Items) >= shop.MaxCartLines {
		return line, shop.CartFull()
	}
	line.Product = *c.product
	line.ID, err = pg.NewID()
	return line, err
}

var setCartLine = pg.Prepared(`WITH cart AS (UPDATE carts SET updated_at = $2 WHERE user_id = $1 AND xmin = $3::xid RETURNING user_id)
	UPDATE cart_items i SET quantity = $5 FROM cart WHERE i.user_id = cart.user_id AND i.id = $4`)

// SetItem sets the quantity of a line, up to the maximum.
func (s *Store) SetItem(ctx context.Context, actor shop.Actor, in shop.CartItemUpdateInput) (shop.Cart, error) {
	return s.changeCart(ctx, actor, func(r pg.Querier) (after shop.Cart, err error) {
		state, err := s.State(ctx, r, cartLines, actor.UserID)
		if err != nil {
			return after, err
		}
		items := state.Cart.Items
		at := state.Cart.Line(in.ID)
		if at < 0 {
			return after, shop.UnknownLine()
		}
		quantity, warnings, err := items[at].Product.Quantity(in.Quantity)
		if err != nil {
			return after, err
		}
		items[at].Quantity = quantity
		if err := s.writeCart(ctx, r, setCartLine, actor.UserID, s.db.Now(), state.version, items[at].ID, quantity); err != nil {
			return after, err
		}
		return s.db.Terms.NewCart(items, warnings...), nil
	})
}

var deleteCartLine = pg.Prepared(`WITH cart AS (UPDATE carts SET updated_at = $2 WHERE user_id = $1 AND xmin = $3::xid RETURNING user_id)
	DELETE FROM cart_items i USING cart WHERE i.user_id = cart.user_id AND i.id = $4`)

// RemoveItem takes a line out. A line that is not there is no error: the wish is fulfilled.
func (s *Store) RemoveItem(ctx context.Context, actor shop.Actor, in shop.CartItemRemoveInput) (shop.Cart, error) {
	return s.changeCart(ctx, actor, func(r pg.Querier) (after shop.Cart, err error) {
		state, err := s.State(ctx, r, cartLines, actor.UserID)
		if err != nil {
			return after, err
		}
		at := state.Cart.Line(in.ID)
		if at < 0 {
			return state.Cart, nil
		}
		items := state.Cart.Items
		if err := s.writeCart(ctx, r, deleteCartLine, actor.UserID, s.db.Now(), state.version, items[at].ID); err != nil {
			return after, err
		}
		return s.db.Terms.NewCart(slices.Delete(items, at, at+1)), nil
	})
}

var emptyCart = pg.Prepared(`WITH cart AS (UPDATE carts SET updated_at = $2 WHERE user_id = $1 RETURNING user_id)
	DELETE FROM cart_items i USING cart WHERE i.user_id = cart.user_id`)

// Clear empties the actor's cart.
func (s *Store) Clear(ctx context.Context, actor shop.Actor) (shop.Cart, error) {
	return s.changeCart(ctx, actor, func(r pg.Querier) (shop.Cart, error) {
		return s.db.Terms.NewCart(nil), s.Empty(ctx, r, actor.UserID)
	})
}

// Empty removes all items from the cart of a user.
func (s *Store) Empty(ctx context.Context, tx pg.Querier, userID string) error {
	_, err := tx.Exec(ctx, emptyCart, userID, s.db.Now())
	return err
}

// Lock locks the cart of a user, which it makes where there is none.
func (s *Store) Lock(ctx context.Context, tx pg.Querier, userID string) error {
	_, err := tx.Exec(ctx, lockCart, userID, s.db.Now())
	return err
}
