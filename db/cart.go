package db

import (
	"context"
	"fmt"

	"orrery/shop"
)

var cartLines = prepared(`SELECT i.id AS line_id, i.quantity, i.added_price_minor, ` + productColumns + `
	FROM cart_items i JOIN products p ON p.id = i.product_id
	WHERE i.user_id = $1 ORDER BY i.created_at, i.id`)

// Cart returns the actor's cart.
func (s *Store) Cart(ctx context.Context, actor shop.Actor) (shop.Cart, error) {
	if err := actor.NeedUser(); err != nil {
		return shop.Cart{}, err
	}
	return s.cart(ctx, s.pool(), actor)
}

func (s *Store) cart(ctx context.Context, r runner, actor shop.Actor, warnings ...shop.CartWarning) (shop.Cart, error) {
	var rows []struct {
		LineID          string `db:"line_id"`
		Quantity        int    `db:"quantity"`
		AddedPriceMinor int64  `db:"added_price_minor"`
		productRow
	}
	if err := r.list(ctx, &rows, cartLines, actor.UserID); err != nil {
		return shop.Cart{}, fmt.Errorf("read cart: %w", err)
	}
	items := make([]shop.CartItem, len(rows))
	for i, row := range rows {
		product, err := s.product(row.productRow)
		if err != nil {
			return shop.Cart{}, err
		}
		items[i] = shop.CartItem{ID: row.LineID, Product: product, Quantity: row.Quantity,
			AddedPrice: s.terms.Money(row.AddedPriceMinor)}
	}
	return s.terms.NewCart(items, warnings...), nil
}

var lockCart = prepared(`INSERT INTO carts (user_id, updated_at) VALUES ($1, $2)
	ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at`)

// changeCart gives do the actor's cart while nobody else can change it, and returns it as it is afterwards.
func (s *Store) changeCart(ctx context.Context, actor shop.Actor,
	do func(tx runner, before shop.Cart) ([]shop.CartWarning, error)) (after shop.Cart, err error) {
	if err := actor.NeedUser(); err != nil {
		return after, err
	}
	err = s.inTx(ctx, func(tx runner) error {
		if _, err := tx.exec(ctx, lockCart, actor.UserID, s.now()); err != nil {
			return err
		}
		before, err := s.cart(ctx, tx, actor)
		if err != nil {
			return err
		}
		warnings, err := do(tx, before)
		if err != nil {
			return err
		}
		after, err = s.cart(ctx, tx, actor, warnings...)
		return err
	})
	if err != nil {
		return shop.Cart{}, fmt.Errorf("change cart: %w", refusal(err))
	}
	return after, nil
}

var putCartLine = prepared(`INSERT INTO cart_items (id, user_id, product_id, quantity, added_price_minor, created_at)
	VALUES ($1, $2, $3, $4, $5, $6)
	ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity`)

// AddCartItem adds units of a product to the actor's cart, up to the maximum (decisions: cart).
func (s *Store) AddCartItem(ctx context.Context, actor shop.Actor, in shop.CartItemAddInput) (shop.Cart, error) {
	return s.changeCart(ctx, actor, func(tx runner, before shop.Cart) ([]shop.CartWarning, error) {
		product, have, err := s.productForCart(ctx, tx, before, in.ProductID)
		if err != nil {
			return nil, err
		}
		quantity, warnings, err := product.MoreQuantity(have, in.Quantity)
		if err != nil {
			return nil, err
		}
		id, err := newID()
		if err != nil {
			return nil, err
		}
		_, err = tx.exec(ctx, putCartLine, id, actor.UserID, product.ID, quantity, product.Price.Minor, s.now())
		return warnings, err
	})
}

// productForCart returns a product and how many units of it the cart already has.
func (s *Store) productForCart(ctx context.Context, tx runner, cart shop.Cart, id string) (shop.Product, int, error) {
	for _, item := range cart.Items {
		if item.Product.ID == id {
			return item.Product, item.Quantity, nil
		}
	}
	number, ok := productID(id)
	if !ok {
		return shop.Product{}, 0, shop.UnknownProduct()
	}
	if len(cart.Items) >= shop.MaxCartLines {
		return shop.Product{}, 0, shop.CartFull()
	}
	var row productRow
	switch err := tx.get(ctx, &row, productByID, number); {
	case noRows(err):
		return shop.Product{}, 0, shop.UnknownProduct()
	case err != nil:
		return shop.Product{}, 0, err
	}
	product, err := s.product(row)
	return product, 0, err
}

var setCartLine = prepared(`UPDATE cart_items SET quantity = $3 WHERE user_id = $1 AND id = $2`)

// SetCartItem sets the quantity of a line, up to the maximum.
func (s *Store) SetCartItem(ctx context.Context, actor shop.Actor, in shop.CartItemUpdateInput) (shop.Cart, error) {
	return s.changeCart(ctx, actor, func(tx runner, before shop.Cart) ([]shop.CartWarning, error) {
		line, ok := before.Line(in.ID)
		if !ok {
			return nil, shop.UnknownLine()
		}
		quantity, warnings, err := line.Product.Quantity(in.Quantity)
		if err != nil {
			return nil, err
		}
		_, err = tx.exec(ctx, setCartLine, actor.UserID, line.ID, quantity)
		return warnings, err
	})
}

var deleteCartLine = prepared(`DELETE FROM cart_items WHERE user_id = $1 AND id = $2`)

// RemoveCartItem takes a line out. A line that is not there is no error: the wish is fulfilled.
func (s *Store) RemoveCartItem(ctx context.Context, actor shop.Actor, in shop.CartItemRemoveInput) (shop.Cart, error) {
	return s.changeCart(ctx, actor, func(tx runner, before shop.Cart) ([]shop.CartWarning, error) {
		line, ok := before.Line(in.ID)
		if !ok {
			return nil, nil
		}
		_, err := tx.exec(ctx, deleteCartLine, actor.UserID, line.ID)
		return nil, err
	})
}

var clearCart = prepared(`DELETE FROM cart_items WHERE user_id = $1`)

// ClearCart empties the actor's cart.
func (s *Store) ClearCart(ctx context.Context, actor shop.Actor) (shop.Cart, error) {
	return s.changeCart(ctx, actor, func(tx runner, _ shop.Cart) ([]shop.CartWarning, error) {
		_, err := tx.exec(ctx, clearCart, actor.UserID)
		return nil, err
	})
}
