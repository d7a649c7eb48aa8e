package catalogue

import (
	"context"
	"fmt"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// Alerts are locked in ID order, as when an account is deleted, to avoid deadlocks.
var takeAlerts = pg.Prepared(`DELETE FROM stock_alerts WHERE id IN (SELECT id FROM stock_alerts
		WHERE product_id = any($1) AND confirmed_at IS NOT NULL ORDER BY id FOR UPDATE)
	RETURNING product_id, email`)

// StockChanged queues what follows from changes of products: an email to each address with a stock alert for one that
// is back in stock, and one to the company about those that are running out. Every transaction that changes the stock
// of products, or whether they are for sale, calls it once. The products must be locked.
func (s *Store) StockChanged(ctx context.Context, tx pg.Querier, changes ...shop.StockChange) error {
	names, fell := map[string]string{}, false
	var restocked pq.StringArray
	for _, c := range changes {
		if c.Restocked {
			restocked = append(restocked, c.ProductID)
			names[c.ProductID] = c.Name
		}
		fell = fell || c.After < c.Before
	}
	if len(restocked) > 0 {
		if err := s.sendAlerts(ctx, tx, restocked, names); err != nil {
			return fmt.Errorf("send stock alerts: %w", err)
		}
	}
	if !fell {
		return nil
	}
	settings, err := s.db.Settings(ctx, tx)
	if err != nil {
		return err
	}
	var notice shop.LowStockMail
	for _, c := range changes {
		if c.RanLow(settings.LowStock) {
			notice.Products = append(notice.Products, shop.LowStockProduct{Name: c.Name, Stock: c.After})
		}
	}
	if len(notice.Products) == 0 {
		return nil
	}
	return s.db.Enqueue(ctx, tx, notice)
}

// sendAlerts deletes the confirmed alerts of products and queues their emails. names are the products' by ID.
func (s *Store) sendAlerts(ctx context.Context, tx pg.Querier, products pq.StringArray,
	names map[string]string) error {
	var taken []struct {
		ProductID string `db:"product_id"`
		Email     string `db:"email"`
	}
	if err := tx.Select(ctx, &taken, takeAlerts, products); err != nil {
		return err
	}
	mails := make([]shop.BackInStockMail, len(taken))
	for i, alert := range taken {
		mails[i] = shop.BackInStockMail{To: shop.Recipient{Email: alert.Email}, ProductID: alert.ProductID,
			ProductName: names[alert.ProductID]}
	}
	return base.EnqueueAll(ctx, s.db, tx, mails)
}
