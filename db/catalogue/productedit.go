package catalogue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// Inserts an empty product, which editProduct then fills: only one statement has to write the fields that an
	// administrator enters.
	insertProduct = pg.Prepared(`INSERT INTO products (name, category, created_at) VALUES ('', '', $1) RETURNING id`)
	editProduct   = pg.Named(productChange{}, `UPDATE products AS p SET `+unlessNull(pg.Columns[shop.ProductInput]())+`,
		content = content || :content, updated_at = :updated_at WHERE id = :id RETURNING `+ProductColumns)
	lockProduct   = pg.Prepared(`SELECT name, stock FROM products WHERE id = $1 FOR UPDATE`)
	deleteProduct = pg.Prepared(`DELETE FROM products WHERE id = $1`)
)

// unlessNull returns assignments of the parameters with these names that leave a column unchanged for null.
func unlessNull(columns []string) string {
	assigned := make([]string, len(columns))
	for i, column := range columns {
		assigned[i] = fmt.Sprintf("%[1]s = coalesce(:%[1]s, %[1]s)", column)
	}
	return strings.Join(assigned, ", ")
}

// productChange holds the new values of columns; nil leaves a column unchanged. Its fields replace those of
// shop.ProductInput that are stored differently.
type productChange struct {
	shop.ProductEdit
	ID         int64                     `db:"id"`
	PriceMinor *int64                    `db:"price_minor"`
	Tags       pq.StringArray            `db:"tags"`
	Image      pg.JSON[*shop.Media]      `db:"image"`
	Gallery    pg.JSON[[]*shop.Media]    `db:"gallery"`
	Content    pg.JSON[shop.ContentEdit] `db:"content"` // merged into the column
	UpdatedAt  time.Time                 `db:"updated_at"`
}

// CreateProduct adds a product to the catalogue. Admins only.
func (s *Store) CreateProduct(ctx context.Context, actor shop.Actor, in shop.ProductInput) (shop.Product, error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return shop.Product{}, err
	}
	in.ID = ""
	edit, err := in.Normal(s.db.Terms)
	if err != nil {
		return shop.Product{}, err
	}
	return s.writeProduct(ctx, actor, shop.EventProductCreated, edit, func(tx pg.Querier) (id int64, err error) {
		return id, tx.Get(ctx, &id, insertProduct, s.db.Now())
	})
}

// UpdateProduct changes the fields of a product that are present in the input. Admins only.
func (s *Store) UpdateProduct(ctx context.Context, actor shop.Actor, in shop.ProductInput) (shop.Product, error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return shop.Product{}, err
	}
	if in.ID == "" {
		return shop.Product{}, shop.Unknown("Product")
	}
	edit, err := in.Normal(s.db.Terms)
	if err != nil {
		return shop.Product{}, err
	}
	id, ok := ProductID(in.ID)
	if !ok {
		return shop.Product{}, shop.Unknown("Product")
	}
	return s.writeProduct(ctx, actor, shop.EventProductChanged, edit,
		func(pg.Querier) (int64, error) { return id, nil })
}

// writeProduct changes the product whose ID which returns, and publishes the event.
func (s *Store) writeProduct(ctx context.Context, actor shop.Actor, kind shop.EventKind, edit shop.ProductEdit,
	which func(pg.Querier) (int64, error)) (product shop.Product, err error) {
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		id, err := which(tx)
		if err != nil {
			return err
		}
		product, err = s.editProduct(ctx, tx, kind, id, edit)
		return err
	})
	if err != nil {
		return shop.Product{}, fmt.Errorf("write product: %w", err)
	}
	return product, nil
}

// editProduct changes a product and publishes the events.
func (s *Store) editProduct(ctx context.Context, tx pg.Querier, kind shop.EventKind, id int64,
	edit shop.ProductEdit) (product shop.Product, err error) {
	var before struct {
		Name  string `db:"name"`
		Stock int    `db:"stock"`
	}
	switch err := tx.Get(ctx, &before, lockProduct, id); {
	case pg.NoRows(err):
		return product, shop.Unknown("Product")
	case err != nil:
		return product, err
	}
	change, err := s.changeOf(ctx, tx, edit, before.Name)
	if err != nil {
		return product, err
	}
	change.ID, change.UpdatedAt = id, s.db.Now()
	var row ProductRow
	if err := tx.Get(ctx, &row, editProduct, editProduct.Args(change)...); err != nil {
		return product, err
	}
	product = s.Product(&row)
	events := []shop.Event{shop.ProductWritten(kind, product)}
	if product.Stock != before.Stock {
		events = append(events, shop.StockChanged(product.ID, product.Stock))
	}
	return product, s.db.Publish(ctx, tx, events...)
}

// changeOf returns the columns that an edit changes. name is the product's name unless the edit changes that.
func (s *Store) changeOf(ctx context.Context, tx pg.Querier, edit shop.ProductEdit, name string) (
	change productChange, err error,
) {
	change = productChange{ProductEdit: edit, Tags: edit.Tags}
	change.Content.V = edit.ContentEdit
	if edit.Price != nil {
		change.PriceMinor = &edit.Price.Minor
	}
	if edit.Name != nil {
		name = *edit.Name
	}
	if change.Image, err = s.Picture(ctx, tx, "imageId", edit.ImageID, name); err != nil || edit.GalleryIDs == nil {
		return change, err
	}
	pictures := make([]*shop.Media, len(edit.GalleryIDs))
	for i, id := range edit.GalleryIDs {
		field, alt := fmt.Sprintf("galleryIds.%d", i), fmt.Sprintf("%s, picture %d", name, i+2)
		if pictures[i], err = s.namedUpload(ctx, tx, field, id, alt); err != nil {
			return change, err
		}
	}
	change.Gallery.V = pictures
	return change, nil
}

// Picture returns the upload that a field of the input refers to, as it is stored in a column for pictures; null when
// the field is absent.
func (s *Store) Picture(ctx context.Context, tx pg.Querier, field string, id *string, alt string) (
	picture pg.JSON[*shop.Media], err error,
) {
	if id != nil {
		picture.V, err = s.namedUpload(ctx, tx, field, *id, alt)
	}
	return picture, err
}

// namedUpload returns an upload as media; when it does not exist, the error names the field.
func (s *Store) namedUpload(ctx context.Context, tx pg.Querier, field, id, alt string) (*shop.Media, error) {
	media, err := s.UploadMedia(ctx, tx, id, alt)
	var unknown *shop.Error
	if errors.As(err, &unknown) && unknown.Code != shop.Unavailable {
		return nil, &shop.Error{Code: unknown.Code, Field: field, Message: unknown.Message}
	}
	return media, err
}

// DeleteProduct deletes a product with its reviews and removes it from all carts; orders and pre-orders keep its name.
// Its ID is never reused. Admins only.
func (s *Store) DeleteProduct(ctx context.Context, actor shop.Actor, in shop.ProductDeleteInput) error {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return err
	}
	id, ok := ProductID(in.ID)
	if !ok {
		return shop.Unknown("Product")
	}
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		switch n, err := tx.Exec(ctx, deleteProduct, id); {
		case err != nil:
			return err
		case n == 0:
			return shop.Unknown("Product")
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventProductDeleted, in.ID))
	})
	if err != nil {
		return fmt.Errorf("delete product: %w", err)
	}
	return nil
}
