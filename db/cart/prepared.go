package cart

import (
	"context"
	"fmt"

	"github.com/lib/pq"

	"orrery/db/catalogue"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	productsOfLines = pg.Prepared(`SELECT ` + leadTime + `, ` + catalogue.LineColumns + `
		FROM products p WHERE p.id = any($1)`)
	putLines = pg.Prepared(`INSERT INTO cart_items (id, user_id, product_id, quantity, added_price_minor, created_at)
		SELECT unnest($2::uuid[]), $1, unnest($3::bigint[]), unnest($4::int[]), unnest($5::bigint[]), $6
		ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity`)
)

// Products returns the products with these IDs as lines of a cart have them, by ID, using r.
func (s *Store) Products(ctx context.Context, r pg.Querier, ids []string) (map[string]shop.Product, error) {
	numbers := pq.Int64Array{}
	for _, text := range ids {
		if id, ok := catalogue.ProductID(text); ok {
			numbers = append(numbers, id)
		}
	}
	found := make(map[string]shop.Product, len(numbers))
	if len(numbers) == 0 {
		return found, nil
	}
	var rows []struct {
		LeadTime *string `db:"lead_time"`
		catalogue.ProductRow
	}
	if err := r.Select(ctx, &rows, productsOfLines, numbers); err != nil {
		return nil, fmt.Errorf("read the products of lines: %w", err)
	}
	for i := range rows {
		p := s.catalogue.Product(&rows[i].ProductRow).WithDelivery(rows[i].LeadTime, s.db.Now())
		found[p.ID] = p
	}
	return found, nil
}

// Put sets the quantities of lines in the cart of the actor, which it locks, and returns the cart. The error is
// OUT_OF_RANGE if the cart would have too many lines.
func (s *Store) Put(ctx context.Context, tx pg.Querier, actor shop.Actor, items []shop.CartItem) (shop.Cart, error) {
	if err := s.Lock(ctx, tx, actor.UserID); err != nil {
		return shop.Cart{}, err
	}
	n := len(items)
	ids, products := make(pq.StringArray, n), make(pq.StringArray, n)
	quantities, prices := make(pq.Int64Array, n), make(pq.Int64Array, n)
	for i, item := range items {
		id, err := pg.NewID()
		if err != nil {
			return shop.Cart{}, err
		}
		ids[i], products[i] = id, item.Product.ID
		quantities[i], prices[i] = int64(item.Quantity), item.Price().Minor
	}
	if _, err := tx.Exec(ctx, putLines, actor.UserID, ids, products, quantities, prices, s.db.Now()); err != nil {
		return shop.Cart{}, err
	}
	cart, err := s.Cart(ctx, tx, actor)
	if err == nil && len(cart.Items) > shop.MaxCartLines {
		err = shop.CartFull()
	}
	return cart, err
}
