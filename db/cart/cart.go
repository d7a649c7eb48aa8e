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

// Columns are the selected columns of a cart c, an item i and its product p. A cart's version is the transaction that
// last wrote its row (xmin): every change of a cart also writes that row.
const Columns = `i.id AS line_id, i.quantity, i.added_price_minor, c.xmin::text AS version,
	c.last_addition, ` + catalogue.LineColumns

var (
	cartLines = pg.Prepared(`SELECT ` + Columns + `
		FROM carts c JOIN cart_items i ON i.user_id = c.user_id JOIN products p ON p.id = i.product_id
		WHERE c.user_id = $1 ORDER BY i.created_at, i.id`)
	// It returns the lines of each cart, followed by the requested product as a line without an id.
	cartLinesWithProduct = pg.Prepared(`SELECT q.place, i.id, i.quantity, i.added_price_minor, c.xmin::text,
		c.last_addition, ` + catalogue.LineColumns + `
		FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS q (user_id, product_id, place) CROSS JOIN LATERAL (
			SELECT id, quantity, added_price_minor, created_at, product_id FROM cart_items WHERE user_id = q.user_id
			UNION ALL SELECT NULL, 0, 0, NULL, q.product_id
		) AS i JOIN products p ON p.id = i.product_id LEFT JOIN carts c ON c.user_id = q.user_id
		ORDER BY q.place, i.created_at, i.id`)
)

type cartRow struct {
	Place           int     // index of the request in its batch, starting at 1
	LineID          *string // nil when the row is not a line
	Quantity        int
	AddedPriceMinor int64
	Version         *string // nil when there is no cart yet
	LastAddition    *string
	catalogue.ProductRow
}

// columns returns the scan destinations of Columns.
func (r *cartRow) columns() []any {
	return append([]any{&r.LineID, &r.Quantity, &r.AddedPriceMinor, &r.Version, &r.LastAddition}, r.Line()...)
}

// columnsWithPlace returns the scan destinations of cartLinesWithProduct.
func (r *cartRow) columnsWithPlace() []any { return append([]any{&r.Place}, r.columns()...) }

// State is a cart with the data that are needed to change it.
type State struct {
	Cart    shop.Cart
	product *shop.Product // the requested product
	version *string
	lastKey *string // idempotency key of the last addition
}

// Get returns the actor's cart.
func (s *Store) Get(ctx context.Context, actor shop.Actor) (shop.Cart, error) {
	if err := actor.NeedUser(); err != nil {
		return shop.Cart{}, err
	}
	return s.Cart(ctx, s.db.Pool(), actor)
}

// Cart returns the cart of the actor. It reads with r, which may be a transaction.
func (s *Store) Cart(ctx context.Context, r pg.Querier, actor shop.Actor) (shop.Cart, error) {
	state, err := s.State(ctx, r, cartLines, actor.UserID)
	return state.Cart, err
}

// State returns the cart whose Columns the statement q selects.
func (s *Store) State(ctx context.Context, r pg.Querier, q pg.Statement, args ...any) (state State, err error) {
	rows, err := pg.Scan(ctx, r, q, (*cartRow).columns, args...)
	if err != nil {
		return state, fmt.Errorf("read cart: %w", err)
	}
	return s.cartOf(rows)
}

// cartOf returns the cart that consists of rows.
func (s *Store) cartOf(rows []cartRow) (state State, err error) {
	items := make([]shop.CartItem, 0, len(rows)+1)
	for _, row := range rows {
		product, err := s.catalogue.Product(&row.ProductRow)
		if err != nil {
			return state, err
		}
		state.version, state.lastKey = row.Version, row.LastAddition
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

// cartRequest identifies a cart to read, and a product that may be added to it.
type cartRequest struct {
	userID    string
	productID int64
}

// cartWithProduct reads a cart and a product.
func (s *Store) cartWithProduct(ctx context.Context, r pg.Querier, w cartRequest) (State, error) {
	return pg.LoadOne(ctx, r, s.carts, s.readCarts, w)
}

func (s *Store) readCarts(ctx context.Context, r pg.Querier, requests []cartRequest) ([]State, error) {
	var users pq.StringArray
	var products pq.Int64Array
	for _, w := range requests {
		users, products = append(users, w.userID), append(products, w.productID)
	}
	rows, err := pg.Scan(ctx, r, cartLinesWithProduct, (*cartRow).columnsWithPlace, users, products)
	if err != nil {
		return nil, fmt.Errorf("read carts: %w", err)
	}
	carts := make([]State, len(requests))
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

// maxOptimisticAttempts is how often a change of a cart is attempted without locking the cart first. Concurrent
// changes of one cart are rare.
const maxOptimisticAttempts = 3

// errVersionConflict reports that the cart has been changed since it was read.
var errVersionConflict = errors.New("the cart has changed meanwhile")

// changeCart runs change, which reads the actor's cart and writes it with one statement each. If the cart is no
// longer of the version that was read, change must write nothing and return errVersionConflict; it is then retried,
// finally with the cart locked.
func (s *Store) changeCart(
	ctx context.Context, actor shop.Actor, change func(r pg.Querier) (shop.Cart, error),
) (after shop.Cart, err error) {
	if err := actor.NeedUser(); err != nil {
		return after, err
	}
	for range maxOptimisticAttempts {
		if after, err = change(s.db.Pool()); !errors.Is(err, errVersionConflict) {
			break
		}
	}
	if errors.Is(err, errVersionConflict) {
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

// writeCart runs a statement that changes one line; errVersionConflict when it changes none.
func (s *Store) writeCart(ctx context.Context, r pg.Querier, q pg.Statement, args ...any) error {
	written, err := r.Exec(ctx, q, args...)
	if err == nil && written == 0 {
		return errVersionConflict
	}
	return err
}

// A cart that another transaction has locked is treated as a version conflict, so that the other carts of the batch
// don't wait for it. New carts are inserted in the order of their owners to avoid deadlocks between processes.
var putCartLines = pg.Prepared(`WITH request AS (
		SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bigint[], $7::int[], $8::bigint[])
			AS w (user_id, version, key, id, product_id, quantity, added_price_minor) ORDER BY user_id
	), unchanged AS (
		SELECT c.user_id FROM request r JOIN carts c ON c.user_id = r.user_id AND c.xmin = nullif(r.version, '')::xid
		FOR NO KEY UPDATE OF c SKIP LOCKED
	), cart AS (
		INSERT INTO carts AS c (user_id, updated_at, last_addition)
		SELECT user_id, $1, nullif(key, '') FROM request
		WHERE version = '' OR user_id IN (SELECT user_id FROM unchanged)
		ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at, last_addition = excluded.last_addition
		WHERE c.user_id IN (SELECT user_id FROM unchanged) RETURNING user_id
	)
	INSERT INTO cart_items (id, user_id, product_id, quantity, added_price_minor, created_at)
	SELECT id, user_id, product_id, quantity, added_price_minor, $1 FROM cart JOIN request USING (user_id)
	ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity RETURNING user_id`)

// cartWrite is a line to write to a cart, provided that the cart still has the version that was read; a nil version
// means that the cart does not exist.
type cartWrite struct {
	userID          string
	version         *string
	key             *string // idempotency key of the addition
	lineID          string
	productID       int64
	quantity        int
	addedPriceMinor int64
}

// orEmpty returns the text, or an empty string for nil; the two are equivalent in putCartLines.
func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// putCartLine writes a line; errVersionConflict when the cart has been changed.
func (s *Store) putCartLine(ctx context.Context, r pg.Querier, w cartWrite) error {
	written, err := pg.LoadOne(ctx, r, s.writes, s.putCartLines, w)
	if err == nil && !written {
		return errVersionConflict
	}
	return err
}

// putCartLines writes the lines of several carts and reports for each whether it was written, that is, whether its
// cart had no version conflict. Of several writes to the same cart only the first is made.
func (s *Store) putCartLines(ctx context.Context, r pg.Querier, writes []cartWrite) ([]bool, error) {
	var users, versions, keys, lines pq.StringArray
	var products, quantities, prices pq.Int64Array
	indexes := map[string]int{}
	for i, w := range writes {
		if _, seen := indexes[w.userID]; seen {
			continue
		}
		indexes[w.userID] = i
		users, lines = append(users, w.userID), append(lines, w.lineID)
		versions, keys = append(versions, orEmpty(w.version)), append(keys, orEmpty(w.key))
		products, quantities, prices = append(products, w.productID), append(quantities, int64(w.quantity)),
			append(prices, w.addedPriceMinor)
	}
	owners, err := pg.Scan(ctx, r, putCartLines, func(owner *string) []any { return []any{owner} },
		s.db.Now(), users, versions, keys, lines, products, quantities, prices)
	if err != nil {
		return nil, err
	}
	written := make([]bool, len(writes))
	for _, owner := range owners {
		written[indexes[owner]] = true
	}
	return written, nil
}

// AddItem adds units of a product to the actor's cart. A quantity beyond the product's maximum is reduced to it, with
// a warning. A request with the idempotency key of the last addition adds nothing and returns the cart.
func (s *Store) AddItem(ctx context.Context, actor shop.Actor, in shop.CartItemAddInput) (shop.Cart, error) {
	if err := in.Check(); err != nil {
		return shop.Cart{}, err
	}
	return s.changeCart(ctx, actor, func(r pg.Querier) (after shop.Cart, err error) {
		number, ok := catalogue.ProductID(in.ProductID)
		if !ok {
			return after, shop.UnknownProduct()
		}
		state, err := s.cartWithProduct(ctx, r, cartRequest{actor.UserID, number})
		if err != nil {
			return after, err
		}
		if in.IdempotencyKey != nil && state.lastKey != nil && *in.IdempotencyKey == *state.lastKey {
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
		if err := s.putCartLine(ctx, r, cartWrite{
			actor.UserID, state.version, in.IdempotencyKey, line.ID, number, quantity, line.AddedPrice.Minor,
		}); err != nil {
			return after, err
		}
		after = s.db.Terms.NewCart(items, warnings...)
		after.Added = new(max(quantity-before, 0)) // the maximum may have been lowered since
		return after, nil
	})
}

// newLine returns a line for the requested product with a quantity of zero.
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

var setCartLine = pg.Prepared(`WITH cart AS (UPDATE carts SET updated_at = $2
		WHERE user_id = $1 AND xmin = $3::xid RETURNING user_id)
	UPDATE cart_items i SET quantity = $5 FROM cart WHERE i.user_id = cart.user_id AND i.id = $4`)

// SetItem sets the quantity of a line. A quantity beyond the product's maximum is reduced to it, with a warning.
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
		if err := s.writeCart(ctx, r, setCartLine,
			actor.UserID, s.db.Now(), state.version, items[at].ID, quantity); err != nil {
			return after, err
		}
		return s.db.Terms.NewCart(items, warnings...), nil
	})
}

var deleteCartLine = pg.Prepared(`WITH cart AS (UPDATE carts SET updated_at = $2
		WHERE user_id = $1 AND xmin = $3::xid RETURNING user_id)
	DELETE FROM cart_items i USING cart WHERE i.user_id = cart.user_id AND i.id = $4`)

// RemoveItem removes a line. Removing a line that does not exist is not an error.
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
		if err := s.writeCart(ctx, r, deleteCartLine,
			actor.UserID, s.db.Now(), state.version, items[at].ID); err != nil {
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

// Lock locks the cart of a user, which it creates if there is none.
func (s *Store) Lock(ctx context.Context, tx pg.Querier, userID string) error {
	_, err := tx.Exec(ctx, lockCart, userID, s.db.Now())
	return err
}
