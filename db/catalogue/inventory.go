package catalogue

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

// Products without a price are sorted last in both directions, as in the catalogue.
const (
	noPriceLast  = 1<<63 - 1
	noPriceFirst = -1
)

func priceKey(without int64) func(shop.Product) string {
	return func(p shop.Product) string {
		if p.Price == nil {
			return strconv.FormatInt(without, 10)
		}
		return strconv.FormatInt(p.Price.Minor, 10)
	}
}

var (
	byPriceAsc = pg.Sort[shop.Product]{By: "coalesce(p.price_minor, 9223372036854775807)", Read: "%s::bigint",
		Key: priceKey(noPriceLast)}
	byPriceDesc = pg.Sort[shop.Product]{By: "coalesce(p.price_minor, -1)", Read: "%s::bigint", Desc: true,
		Key: priceKey(noPriceFirst)}

	productIDs = pg.IDs[shop.Product]{Column: "p.id", Kind: "bigint",
		Of: func(p shop.Product) string { return p.ID }}
	stockIDs       = pg.IDs[shop.Product]{Column: "s.product_id", Kind: productIDs.Kind, Of: productIDs.Of}
	inventorySorts = map[shop.InventorySort]pg.Sort[shop.Product]{
		shop.InventoryNewest: pg.ByTime("p.created_at", true, func(p shop.Product) time.Time { return p.CreatedAt }),
		shop.InventoryName:   pg.ByText("p.name", func(p shop.Product) string { return p.Name }),
		shop.InventoryStock: {By: "s.stock", Read: "%s::integer",
			Key: func(p shop.Product) string { return strconv.Itoa(p.Stock) }},
		shop.InventoryPriceAsc:  byPriceAsc,
		shop.InventoryPriceDesc: byPriceDesc,
	}
)

// withStock is products p with the copy of their stock that is indexed.
const withStock = "products p JOIN product_stocks s ON s.product_id = p.id"

// inventoryListing returns the list of the products that match the filter with its ID column, if the actor may read
// them.
func (s *Store) inventoryListing(ctx context.Context, actor shop.Actor, filter shop.InventoryFilter,
	sort shop.InventorySort) (pg.List, pg.IDs[shop.Product], error) {
	l, ids := pg.List{From: "products p"}, productIDs
	if err := actor.Need(shop.WriteProducts); err != nil {
		return l, ids, err
	}
	filter, err := filter.Normal()
	if err != nil {
		return l, ids, err
	}
	// The planner would rather read all products than join the few that it finds.
	atMost := "p.id = ANY(ARRAY(SELECT product_id FROM product_stocks WHERE stock <= %s))"
	if sort == shop.InventoryStock {
		l.From, ids, atMost = withStock, stockIDs, "s.stock <= %s"
	}
	l.AndContains("p.search_text", filter.Search)
	l.AndContains("lower(p.name)", filter.Name)
	if filter.Category != nil {
		// Categories are few, and the planner can estimate how many products are in those that it is given.
		categories, err := s.allCategories(ctx, *filter.Category)
		if err != nil {
			return l, ids, err
		}
		l.And("p.category = any(%s)", categories)
	}
	pg.AndIf(&l, "p.listed = %s", filter.Listed)
	pg.AndIf(&l, "p.coming_soon = %s", filter.ComingSoon)
	pg.AndIf(&l, atMost, filter.MaxStock)
	if filter.LowStock != nil {
		settings, err := s.db.Settings(ctx, s.db.Pool())
		if err != nil {
			return l, ids, err
		}
		if *filter.LowStock {
			l.Where(isWatched)
			l.And(atMost, settings.LowStock)
		} else {
			l.And("NOT ("+isWatched+" AND p.stock <= %s)", settings.LowStock)
		}
	}
	return l, ids, nil
}

// Inventory returns a page of all products, including unlisted ones. Requires shop.WriteProducts.
func (s *Store) Inventory(ctx context.Context, actor shop.Actor, filter shop.InventoryFilter, sort shop.InventorySort,
	args shop.PageArgs) (shop.Page[shop.Product], error) {
	l, ids, err := s.inventoryListing(ctx, actor, filter, sort)
	if err != nil {
		return shop.Page[shop.Product]{}, err
	}
	return pg.ReadList(ctx, s.db.DB, ProductColumns, l, inventorySorts[sort], ids,
		args.In("inventory", string(sort)), s.products)
}

// ExportInventory calls do for every product that matches, in a sort order. Requires shop.WriteProducts.
func (s *Store) ExportInventory(ctx context.Context, actor shop.Actor, filter shop.InventoryFilter,
	sort shop.InventorySort, do func(shop.Product) error) error {
	l, ids, err := s.inventoryListing(ctx, actor, filter, sort)
	if err != nil {
		return err
	}
	return pg.EachListed(ctx, s.db.DB, ProductColumns, l, inventorySorts[sort], ids, s.products, do)
}

// isWatched is the condition that the stock of a product can be low. A product that is only announced has no stock to
// run out.
const isWatched = "NOT p.coming_soon"

var lowStock = pg.Prepared(`SELECT ` + ProductColumns + ` FROM ` + withStock + ` WHERE p.listed
	AND ` + isWatched + ` AND s.stock <= $1 ORDER BY s.stock, s.product_id LIMIT $2`)

// LowStock returns the listed products with the least stock, of those whose stock is low. It checks no permission; only
// administrators may see the result.
func (s *Store) LowStock(ctx context.Context, limit int) ([]shop.Product, error) {
	settings, err := s.db.Settings(ctx, s.db.Pool())
	if err != nil {
		return nil, err
	}
	products, err := s.readProducts(ctx, s.db.Pool(), lowStock, settings.LowStock, limit)
	if err != nil {
		return nil, fmt.Errorf("read low stock: %w", err)
	}
	return products, nil
}
