package cart

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"orrery/db/base"
	"orrery/db/catalogue"
	"orrery/db/pg"
	"orrery/shop"
)

// columns are the selected columns of a cart c, an item i and its product p. A cart's version is the transaction that
// last wrote its row (xmin): every change of a cart also writes that row.
var columns = `i.id AS line_id, i.quantity, i.added_price_minor, c.xmin::text AS version,
	c.last_addition, ` + leadTime + `, ` + catalogue.LineColumns

// leadTime is what Product.LeadTime returns, without reading the content of the product into the process.
const leadTime = `jsonb_path_query_first(p.content, '$.plate[*] ? (@.label like_regex "^lead time$" flag "i").value')
	#>> '{}' AS lead_time`

var (
	cartLines = pg.Prepared(`SELECT ` + columns + `
		FROM carts c JOIN cart_items i ON i.user_id = c.user_id JOIN products p ON p.id = i.product_id
		WHERE c.user_id = $1 ORDER BY i.created_at, i.id`)
	// The lines are followed by the requested product as a line without an id.
	cartLinesWithProduct = pg.Prepared(`SELECT i.id AS line_id, i.quantity, i.added_price_minor,
		c.xmin::text AS version, c.last_addition, ` + leadTime + `, ` + catalogue.LineColumns + `
		FROM (
			SELECT id, quantity, added_price_minor, created_at, product_id FROM cart_items WHERE user_id = $1
			UNION ALL SELECT NULL, 0, 0, NULL, $2::bigint
		) AS i JOIN products p ON p.id = i.product_id LEFT JOIN carts c ON c.user_id = $1
		ORDER BY i.created_at, i.id`)
)

type cartRow struct {
	LineID          *string `db:"line_id"` // nil when the row is not a line
	Quantity        int     `db:"quantity"`
	AddedPriceMinor int64   `db:"added_price_minor"`
	Version         *string `db:"version"` // nil when there is no cart yet
	LastAddition    *string `db:"last_addition"`
	LeadTime        *string `db:"lead_time"`
	catalogue.ProductRow
}

// state is a cart with the data that are needed to change it.
type state struct {
	Cart    shop.Cart
	product *shop.Product // the requested product
	version *string
	last    *string // the Record of the last addition
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
	state, err := s.read(ctx, r, cartLines, actor.UserID)
	return state.Cart, err
}

// Products are always locked in ID order, and before lines, to avoid deadlocks. Others may add them to carts meanwhile.
var takeCart = pg.Prepared(`WITH lines AS (SELECT ` + columns + `
		FROM carts c JOIN cart_items i ON i.user_id = c.user_id JOIN products p ON p.id = i.product_id
		WHERE c.user_id = $1 ORDER BY p.id FOR NO KEY UPDATE OF p),
	gone AS (DELETE FROM cart_items i USING lines l WHERE i.id = l.line_id)
	SELECT * FROM lines`)

// Take empties a cart that Lock has locked and returns what was in it. Its products are locked, so that stock and
// prices do not change until the commit.
func (s *Store) Take(ctx context.Context, tx pg.Querier, userID string) (shop.Cart, error) {
	state, err := s.read(ctx, tx, takeCart, userID)
	// IDs are ordered by creation time.
	slices.SortFunc(state.Cart.Items, func(a, b shop.CartItem) int { return strings.Compare(a.ID, b.ID) })
	return state.Cart, err
}

// read returns the cart whose columns the statement q selects.
func (s *Store) read(ctx context.Context, r pg.Querier, q pg.Statement, args ...any) (cart state, err error) {
	var rows []cartRow
	if err := r.Select(ctx, &rows, q, args...); err != nil {
		return cart, fmt.Errorf("read cart: %w", err)
	}
	items := make([]shop.CartItem, 0, len(rows)+1)
	for _, row := range rows {
		product := s.catalogue.Product(&row.ProductRow).WithDelivery(row.LeadTime, s.db.Now())
		cart.version, cart.last = row.Version, row.LastAddition
		if row.LineID == nil {
			cart.product = &product
			continue
		}
		items = append(items, shop.CartItem{ID: *row.LineID, Product: product, Quantity: row.Quantity,
			AddedPrice: s.db.Terms.Money(row.AddedPriceMinor)})
	}
	cart.Cart = s.db.Terms.NewCart(items)
	return cart, nil
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

// A null version means that the cart does not exist.
var putCartLine = pg.Prepared(`WITH cart AS (
		INSERT INTO carts AS c (user_id, updated_at, last_addition) VALUES ($1, $2, $4)
		ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at, last_addition = excluded.last_addition
		WHERE c.xmin = $3::xid RETURNING user_id
	)
	INSERT INTO cart_items (id, user_id, product_id, quantity, added_price_minor, created_at)
	SELECT $5::uuid, user_id, $6::bigint, $7::int, $8::bigint, $2 FROM cart
	ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity`)

// AddItem adds units of a product to the actor's cart. A quantity beyond the product's maximum is reduced to it, with
// a warning. A repetition of the last addition with its idempotency key adds nothing and returns the cart. Error:
// KEY_REUSED for another addition with that key.
func (s *Store) AddItem(ctx context.Context, actor shop.Actor, in shop.CartItemAddInput) (shop.Cart, error) {
	if err := in.Check(); err != nil {
		return shop.Cart{}, err
	}
	return s.changeCart(ctx, actor, func(r pg.Querier) (after shop.Cart, err error) {
		number, ok := catalogue.ProductID(in.ProductID)
		if !ok {
			return after, shop.UnknownProduct()
		}
		state, err := s.read(ctx, r, cartLinesWithProduct, actor.UserID, number)
		if err != nil {
			return after, err
		}
		if repeated, err := in.Repeats(state.last); err != nil || repeated {
			return state.Cart, err
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
		if err := s.writeCart(ctx, r, putCartLine, actor.UserID, s.db.Now(), state.version, in.Record(),
			line.ID, number, quantity, line.AddedPrice.Minor); err != nil {
			return after, err
		}
		after = s.db.Terms.NewCart(items, warnings...)
		after.Added = new(max(quantity-before, 0)) // the maximum may have been lowered since
		return after, nil
	})
}

// newLine returns a line for the requested product with a quantity of zero.
func (c state) newLine() (line shop.CartItem, err error) {
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
		state, err := s.read(ctx, r, cartLines, actor.UserID)
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
		state, err := s.read(ctx, r, cartLines, actor.UserID)
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
		_, err := r.Exec(ctx, emptyCart, actor.UserID, s.db.Now())
		return s.db.Terms.NewCart(nil), err
	})
}

// Lock locks the cart of a user, which it creates if there is none, and gives it a new version.
func (s *Store) Lock(ctx context.Context, tx pg.Querier, userID string) error {
	_, err := tx.Exec(ctx, lockCart, userID, s.db.Now())
	return err
}
