package catalogue

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	alertIDs = pg.IDs[shop.StockAlert]{Column: "a.id", Kind: "uuid", Of: func(a shop.StockAlert) string { return a.ID }}
	// alertsNewest is the only sort order of stock alerts.
	alertsNewest = pg.ByTime("a.created_at", true, func(a shop.StockAlert) time.Time { return a.CreatedAt })
)

// alertsListing returns the list of the stock alerts that match the filter, if the actor may read them.
func alertsListing(actor shop.Actor, filter shop.StockAlertFilter) (pg.List, error) {
	l := pg.List{From: "stock_alerts a JOIN products p ON p.id = a.product_id"}
	if err := actor.Need(shop.ReadCustomers); err != nil {
		return l, err
	}
	if filter.ProductID != nil {
		number, _ := ProductID(*filter.ProductID) // 0 matches no product
		l.And("a.product_id = %s", number)
	}
	return l, nil
}

func sameAlert(a shop.StockAlert) shop.StockAlert { return a }

// StockAlerts returns a page of the stock alerts, confirmed or not, newest first. Requires ReadCustomers.
func (s *Store) StockAlerts(ctx context.Context, actor shop.Actor, filter shop.StockAlertFilter,
	args shop.PageArgs) (shop.Page[shop.StockAlert], error) {
	l, err := alertsListing(actor, filter)
	if err != nil {
		return shop.Page[shop.StockAlert]{}, err
	}
	return pg.ReadList(ctx, s.db.DB, AlertColumns, l, alertsNewest, alertIDs, args.In("stockAlerts", "newest"),
		pg.Each(sameAlert))
}

// ExportStockAlerts calls do for every stock alert that matches, newest first. Requires ReadCustomers.
func (s *Store) ExportStockAlerts(ctx context.Context, actor shop.Actor, filter shop.StockAlertFilter,
	do func(shop.StockAlert) error) error {
	l, err := alertsListing(actor, filter)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, AlertColumns, l, alertsNewest, alertIDs, pg.Each(sameAlert), do)
}

var alertCounts = pg.Prepared(`SELECT product_id, count(*) AS alerts FROM stock_alerts
	WHERE product_id = any($1) AND confirmed_at IS NOT NULL GROUP BY product_id`)

// StockAlertCounts returns how many confirmed stock alerts wait for each of the products, by ID. No permission is
// required; the result is nil unless the actor has WriteProducts.
func (s *Store) StockAlertCounts(ctx context.Context, actor shop.Actor, ids []string) (map[string]*int, error) {
	if actor.Need(shop.WriteProducts) != nil {
		return nil, nil
	}
	numbers, counts := pq.Int64Array{}, map[string]*int{}
	for _, id := range ids {
		if number, ok := ProductID(id); ok {
			numbers, counts[id] = append(numbers, number), new(int)
		}
	}
	var rows []struct {
		ProductID string `db:"product_id"`
		Alerts    int    `db:"alerts"`
	}
	if err := s.db.Pool().Select(ctx, &rows, alertCounts, numbers); err != nil {
		return nil, fmt.Errorf("count stock alerts: %w", err)
	}
	for _, r := range rows {
		*counts[r.ProductID] = r.Alerts
	}
	return counts, nil
}
