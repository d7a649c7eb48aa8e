package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// Columns are the columns of a product, named by the tags of shop.Product.
var Columns = slices.Concat(pg.Columns[shop.Product](), pg.Columns[shop.Card](), []string{"content"})

// LineColumns, cardColumns and ProductColumns select the columns of shop.LineParts, shop.CardParts and shop.AllParts.
var (
	LineColumns    = selected(pg.Columns[shop.Product]())
	cardColumns    = LineColumns + ", " + selected(pg.Columns[shop.Card]())
	ProductColumns = selected(Columns)
)

// selected returns the selection of columns of the table p.
func selected(columns []string) string { return "p." + strings.Join(columns, ", p.") }

// ProductRow is a row of ProductColumns. Its fields replace those of shop.Product that are stored differently.
type ProductRow struct {
	shop.Product
	PriceMinor *int64                 `db:"price_minor"`
	Tags       pq.StringArray         `db:"tags"`
	Image      pg.JSON[*shop.Media]   `db:"image"`
	Gallery    pg.JSON[[]shop.Media]  `db:"gallery"`
	Video      pg.JSON[*shop.Media]   `db:"video"`
	Content    pg.JSON[*shop.Content] `db:"content"`
}

// RowOf returns the row that stores a product.
func RowOf(p shop.Product) ProductRow {
	r := ProductRow{Product: p, Tags: append(pq.StringArray{}, p.Tags...)}
	if p.Price != nil {
		r.PriceMinor = &p.Price.Minor
	}
	r.Image.V, r.Gallery.V, r.Video.V, r.Content.V = p.Image, append([]shop.Media{}, p.Gallery...), p.Video, &p.Content
	return r
}

// columnsOf maps parts to the columns that they are made of.
var columnsOf = map[shop.ProductParts]string{
	shop.LineParts: LineColumns, shop.CardParts: cardColumns, shop.AllParts: ProductColumns,
}

// readProducts reads products with a statement that selects the columns of some parts.
func (s *Store) readProducts(ctx context.Context, r pg.Querier, q pg.Statement, args ...any) ([]shop.Product, error) {
	var rows []*ProductRow // pointers, since appending would copy large rows
	if err := r.Select(ctx, &rows, q, args...); err != nil {
		return nil, err
	}
	products := make([]shop.Product, len(rows))
	for i, row := range rows {
		products[i] = s.Product(row)
	}
	return products, nil
}

// products returns the products of rows.
func (s *Store) products(rows []ProductRow) ([]shop.Product, error) {
	products := make([]shop.Product, len(rows))
	for i := range rows {
		products[i] = s.Product(&rows[i])
	}
	return products, nil
}

// Product returns the product of a row.
func (s *Store) Product(r *ProductRow) shop.Product {
	p := r.Product
	p.Tags, p.Image, p.Gallery, p.Video = r.Tags, r.Image.V, r.Gallery.V, r.Video.V
	if r.Content.V != nil {
		p.Content = *r.Content.V
	}
	if r.PriceMinor != nil {
		price := s.db.Terms.Money(*r.PriceMinor)
		p = p.WithPrice(&price, s.db.Terms)
	}
	switch {
	case !p.IsPreorder:
		p.ExpectedDelivery = nil
	case p.ExpectedDelivery == nil:
		// To the hour: a page that shows it is rendered again when it changes.
		at := shop.ExpectedDelivery(s.db.Now().Truncate(time.Hour))
		p.ExpectedDelivery = &at
	}
	if r.Content.V != nil {
		p = p.WithDelivery(p.LeadTime(), s.db.Now())
	}
	return p
}

// ProductID parses the ID of a product. It returns false for a text that can't be the ID of a product.
func ProductID(text string) (int64, bool) {
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil && id > 0 && strconv.FormatInt(id, 10) == text
}

var productsByID = pg.Prepared(`SELECT ` + ProductColumns + ` FROM products p WHERE p.id = any($1)`)

// ProductsByID returns the existing products among ids, by ID, including unlisted ones: a product stays accessible by
// its ID. No permission is required.
func (s *Store) ProductsByID(ctx context.Context, _ shop.Actor, ids []string) (map[string]shop.Product, error) {
	return s.ProductsIn(ctx, s.db.Reader(), ids)
}

// maxCachedDescriptions limits the memory of the cache to 40 MB if all descriptions are as long as allowed.
const maxCachedDescriptions = 500

// DescriptionHTML returns the product's description as HTML that is safe to insert into a page. No permission is
// required.
func (s *Store) DescriptionHTML(p shop.Product) string {
	if html, found := s.descriptions.Get(p.Description); found {
		return html
	}
	html := p.DescriptionHTML()
	s.descriptions.Add(p.Description, html)
	return html
}

// featuredProducts are the statements that read parts of the featured products.
var featuredProducts = func() map[shop.ProductParts]pg.Statement {
	statements := map[shop.ProductParts]pg.Statement{}
	for parts, columns := range columnsOf {
		statements[parts] = pg.Prepared(`SELECT ` + columns + ` FROM products p WHERE p.listed
			ORDER BY (p.featured_place = 0), p.featured_place, p.created_at DESC, p.id DESC LIMIT $1`)
	}
	return statements
}()

// FeaturedProducts returns parts of the products of the home page: those with a featured place, then the newest ones.
// No permission is required.
func (s *Store) FeaturedProducts(ctx context.Context, _ shop.Actor, parts shop.ProductParts) ([]shop.Product, error) {
	products, err := s.readProducts(ctx, s.db.Reader(), featuredProducts[parts], shop.FeaturedProducts)
	if err != nil {
		return nil, fmt.Errorf("read the featured products: %w", err)
	}
	return products, nil
}

// ProductsNow is like ProductsByID but reads from the primary, because a replica may not contain the stock after the
// latest order: it is for subscribers that are notified of a change and do not query again. No permission is required.
func (s *Store) ProductsNow(ctx context.Context, _ shop.Actor, ids []string) (map[string]shop.Product, error) {
	return s.ProductsIn(ctx, s.db.Pool(), ids)
}

// ProductsIn returns products by their IDs, using r.
func (s *Store) ProductsIn(ctx context.Context, r pg.Querier, ids []string) (map[string]shop.Product, error) {
	numbers := pq.Int64Array{}
	for _, text := range ids {
		if id, ok := ProductID(text); ok {
			numbers = append(numbers, id)
		}
	}
	found := make(map[string]shop.Product, len(numbers))
	if len(numbers) == 0 {
		return found, nil
	}
	products, err := s.readProducts(ctx, r, productsByID, numbers)
	if err != nil {
		return nil, fmt.Errorf("read products: %w", err)
	}
	for _, p := range products {
		found[p.ID] = p
	}
	return found, nil
}
