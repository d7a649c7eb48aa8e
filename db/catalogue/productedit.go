package catalogue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	// Inserts an empty product, which editProduct then fills: only one statement has to write the fields that an
	// administrator enters.
	insertProduct = pg.Prepared(`INSERT INTO products (name, category, created_at) VALUES ('', '', $1) RETURNING id`)
	// A placeholder that receives a name becomes a listed product, unless $14 decides otherwise.
	editProduct = pg.Prepared(`UPDATE products AS p SET
		name        = coalesce($2, name),
		price_minor = coalesce($3, price_minor),
		stock       = coalesce($4, stock),
		category    = coalesce($5, category),
		image       = coalesce(jsonb_set($6, '{alt}', to_jsonb(coalesce($2, name))), image),
		short_desc  = coalesce($7, short_desc),
		content     = content || CASE WHEN $8::text IS NULL THEN '{}'
				ELSE jsonb_build_object('description', $8::text) END
			|| CASE WHEN $15::jsonb IS NULL THEN '{}' ELSE jsonb_build_object('engineering', $15::jsonb) END,
		tags        = coalesce($9, tags),
		is_preorder = coalesce($10, is_preorder),
		coming_soon = coalesce($11, coming_soon),
		listed      = coalesce($14, listed OR $2 IS NOT NULL),
		updated_at  = $13,
		gallery     = CASE WHEN $12::jsonb IS NULL THEN gallery ELSE (
			SELECT coalesce(jsonb_agg(jsonb_set(picture, '{alt}',
				to_jsonb(coalesce($2, name) || ', picture ' || place + 1)) ORDER BY place), '[]')
			FROM jsonb_array_elements($12) WITH ORDINALITY AS pictures (picture, place)) END
		WHERE id = $1 RETURNING ` + ProductColumns)
	lockStock     = pg.Prepared(`SELECT stock FROM products WHERE id = $1 FOR UPDATE`)
	deleteProduct = pg.Prepared(`DELETE FROM products WHERE id = $1`)
)

// CreateProduct adds a product to the catalogue. Admins only.
func (s *Store) CreateProduct(ctx context.Context, actor shop.Actor, in shop.ProductCreateInput) (shop.Product, error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return shop.Product{}, err
	}
	edit, err := in.Normal(s.db.Terms)
	if err != nil {
		return shop.Product{}, err
	}
	return s.writeProduct(ctx, actor, shop.EventProductCreated, edit, func(tx pg.Querier) (id int64, err error) {
		return id, tx.Get(ctx, &id, insertProduct, s.db.Now())
	})
}

// UpdateProduct changes the fields of a product that are present in the input. Admins only.
func (s *Store) UpdateProduct(ctx context.Context, actor shop.Actor, in shop.ProductUpdateInput) (shop.Product, error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return shop.Product{}, err
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
	var price *int64
	if edit.Price != nil {
		price = &edit.Price.Minor
	}
	var stock int
	switch err := tx.Get(ctx, &stock, lockStock, id); {
	case pg.NoRows(err):
		return product, shop.Unknown("Product")
	case err != nil:
		return product, err
	}
	image, err := s.Picture(ctx, tx, "imageId", edit.ImageID, "")
	if err != nil {
		return product, err
	}
	gallery, err := s.gallery(ctx, tx, "galleryIds", edit.GalleryIDs)
	if err != nil {
		return product, err
	}
	engineering, err := EngineeringJSON(edit.Engineering)
	if err != nil {
		return product, err
	}
	var row ProductRow
	if err := tx.Get(ctx, &row, editProduct, id, edit.Name, price, edit.Stock, edit.Category, image, edit.ShortDesc,
		edit.Description, pq.StringArray(edit.Tags), edit.IsPreorder, edit.ComingSoon, gallery, s.db.Now(), edit.Listed,
		engineering); err != nil {
		return product, err
	}
	if product, err = s.Product(&row); err != nil {
		return product, err
	}
	events := []shop.Event{shop.ProductWritten(kind, product)}
	if product.Stock != stock {
		events = append(events, shop.StockChanged(product.ID, product.Stock))
	}
	return product, s.db.Publish(ctx, tx, events...)
}

// EngineeringJSON returns e as it is stored in the content of a product, nil for nil.
func EngineeringJSON(e *shop.Engineering) (*string, error) {
	if e == nil {
		return nil, nil
	}
	raw, err := json.Marshal(e)
	text := string(raw)
	return &text, err
}

// Picture returns the upload that a field of the input refers to, as it is stored in a column for pictures; nil when
// the field is absent.
func (s *Store) Picture(ctx context.Context, tx pg.Querier, field string, id *string, alt string) (*string, error) {
	if id == nil {
		return nil, nil
	}
	media, err := s.namedUpload(ctx, tx, field, *id, alt)
	if err != nil {
		return nil, err
	}
	return MediaJSON(media)
}

// gallery returns the uploads that a field of the input refers to, as they are stored in the column of the gallery; nil
// when the field is absent.
func (s *Store) gallery(ctx context.Context, tx pg.Querier, field string, ids []string) (*string, error) {
	if ids == nil {
		return nil, nil
	}
	pictures := make([]*shop.Media, len(ids))
	for i, id := range ids {
		var err error
		if pictures[i], err = s.namedUpload(ctx, tx, fmt.Sprintf("%s.%d", field, i), id, ""); err != nil {
			return nil, err
		}
	}
	raw, err := json.Marshal(pictures)
	text := string(raw)
	return &text, err
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

// MediaJSON returns a picture as it is stored in a column, nil for nil.
func MediaJSON(m *shop.Media) (*string, error) {
	if m == nil {
		return nil, nil
	}
	raw, err := json.Marshal(m)
	text := string(raw)
	return &text, err
}
