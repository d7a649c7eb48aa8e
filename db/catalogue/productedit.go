package catalogue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	// Inserts an empty product, which editProduct then fills: only one statement has to write the fields that an
	// administrator enters.
	insertProduct = pg.Prepared(`INSERT INTO products (name, category, created_at) VALUES ('', '', $1) RETURNING id`)
	// Takes productWrites as an array.
	updateProducts = pg.Prepared(`UPDATE products AS p SET ` + assigned(pg.Columns[shop.ProductInput]()) + `,
		content = p.content || coalesce(n.content, '{}'), updated_at = $2
		FROM jsonb_populate_recordset(NULL::products, $1) AS n WHERE p.id = n.id`)
	updateProduct = pg.Prepared(updateProducts.Text() + ` RETURNING ` + ProductColumns)
	lockProduct   = pg.Prepared(`SELECT ` + ProductColumns + ` FROM products p WHERE p.id = $1 FOR UPDATE`)
	deleteProduct = pg.Prepared(`DELETE FROM products WHERE id = $1`)
	linesOf       = pg.Prepared(`SELECT id FROM order_items WHERE product_id = $1`)
	detachLines   = pg.Prepared(`UPDATE order_items SET product_id = NULL WHERE id = any($1)`)
)

// assigned returns assignments of the columns of n to those of p. Null leaves the stock unchanged.
func assigned(columns []string) string {
	all := make([]string, len(columns))
	for i, column := range columns {
		all[i] = column + " = n." + column
		if column == "stock" {
			all[i] = "stock = coalesce(n.stock, p.stock)"
		}
	}
	return strings.Join(all, ", ")
}

// productWrite holds the new values of a product's columns. Without Stock or Content.V these stay.
type productWrite struct {
	ProductRow
	ID    int64 `db:"id"`
	Stock *int  `db:"stock"`
}

var writtenColumns = append(pg.Columns[shop.ProductInput](), "id", "content")

// record returns a record for updateProducts.
func (w productWrite) record() map[string]any { return pg.Record(w, writtenColumns) }

// CreateProduct adds a product to the catalogue. Requires shop.WriteProducts.
func (s *Store) CreateProduct(ctx context.Context, actor shop.Actor, in shop.ProductInput) (shop.Product, error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return shop.Product{}, err
	}
	in.ID, in.StockBefore = "", nil
	edit, err := in.Normal(s.db.Terms)
	if err != nil {
		return shop.Product{}, err
	}
	return s.writeProduct(ctx, actor, shop.EventProductCreated, edit, func(tx pg.Querier) (id int64, err error) {
		err = tx.Get(ctx, &id, insertProduct, s.db.Now())
		return id, err
	})
}

// UpdateProduct changes the fields of a product that are present in the input. Requires shop.WriteProducts. Errors:
// shop.Errors for the input, NOT_FOUND, CONFLICT if the stock is not StockBefore.
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
		var change shop.StockChange
		if product, change, err = s.editProduct(ctx, tx, actor, kind, id, edit.Stock,
			func(before shop.Product) (shop.ProductFields, error) {
				if stale := before.StockChanged(edit.StockBefore); stale != nil {
					return nil, stale
				}
				return s.fieldsOf(ctx, tx, edit, before)
			},
		); err != nil {
			return err
		}
		return s.StockChanged(ctx, tx, change)
	})
	if err != nil {
		return shop.Product{}, fmt.Errorf("write product: %w", err)
	}
	return product, nil
}

// editProduct changes the fields of a product that edited returns, and its stock unless that is nil. It stores the
// version and publishes the events. The caller passes the change to StockChanged.
func (s *Store) editProduct(ctx context.Context, tx pg.Querier, actor shop.Actor, kind shop.EventKind, id int64,
	stock *int, edited func(before shop.Product) (shop.ProductFields, error),
) (product shop.Product, change shop.StockChange, err error) {
	before, err := s.lockProduct(ctx, tx, id)
	if err != nil {
		return product, change, err
	}
	version := 0
	if kind != shop.EventProductCreated {
		if version, err = s.keepVersion(ctx, tx, id, before); err != nil {
			return product, change, err
		}
	}
	fields, err := edited(before)
	if err != nil {
		return product, change, err
	}
	product, _, err = s.changeProduct(ctx, tx, actor, kind, version, before, fields, stock)
	return product, shop.NewStockChange(before, product), err
}

// lockProduct reads a product and locks it until the end of the transaction.
func (s *Store) lockProduct(ctx context.Context, tx pg.Querier, id int64) (shop.Product, error) {
	var row ProductRow
	switch err := tx.Get(ctx, &row, lockProduct, id); {
	case pg.NoRows(err):
		return shop.Product{}, shop.Unknown("Product")
	case err != nil:
		return shop.Product{}, err
	}
	return s.Product(&row), nil
}

// changeProduct writes other values of fields of a locked product, and its stock unless that is nil. It stores the
// version after the given one if a field changes, and returns the number of the latest version.
func (s *Store) changeProduct(ctx context.Context, tx pg.Querier, actor shop.Actor, kind shop.EventKind, version int,
	before shop.Product, fields shop.ProductFields, stock *int) (product shop.Product, latest int, err error) {
	changed, err := before.With(fields, s.db.Terms)
	if err != nil {
		return product, version, err
	}
	if changed.Attributes, err = s.checkAttributes(ctx, tx, before, changed); err != nil {
		return product, version, err
	}
	id, _ := ProductID(before.ID)
	write := productWrite{ProductRow: RowOf(changed), ID: id, Stock: stock}
	records := pg.JSON[[]map[string]any]{V: []map[string]any{write.record()}}
	var row ProductRow
	if err := tx.Get(ctx, &row, updateProduct, records, s.db.Now()); err != nil {
		return product, version, err
	}
	product = s.Product(&row)
	if version == 0 || len(before.Fields().Changes(product.Fields())) > 0 {
		version++
		if err := s.addVersions(ctx, tx, actor, newVersion{id, version, product.Fields()}); err != nil {
			return product, version, err
		}
	}
	events := []shop.Event{shop.ProductWritten(kind, product)}
	if product.Stock != before.Stock {
		events = append(events, shop.StockChanged(product.ID, product.Stock))
	}
	return product, version, s.db.Publish(ctx, tx, events...)
}

// fieldsOf returns the fields that an edit changes of a product, whose pictures, film and documents are those of any of
// its states.
func (s *Store) fieldsOf(ctx context.Context, tx pg.Querier, edit shop.ProductEdit, states ...shop.Product) (
	shop.ProductFields, error,
) {
	fields := edit.Fields()
	if edit.Pictures != nil {
		pictures, err := s.picturesOf(ctx, tx, edit.Pictures, states)
		if err != nil {
			return nil, err
		}
		for field, value := range pictures {
			fields[field] = value
		}
	}
	if edit.Documents != nil {
		documents, err := s.documentsOf(ctx, tx, edit.Documents, states)
		if err != nil {
			return nil, err
		}
		if fields["documents"], err = json.Marshal(documents); err != nil {
			return nil, err
		}
	}
	if edit.Video != nil {
		film, err := s.filmOf(ctx, tx, *edit.Video, states)
		if err != nil {
			return nil, err
		}
		if fields["video"], err = json.Marshal(film); err != nil {
			return nil, err
		}
	}
	if edit.RemoveVideo {
		fields["video"] = json.RawMessage("null")
	}
	name := states[0].Name
	if edit.Name != nil {
		name = *edit.Name
	}
	picture, err := s.Picture(ctx, tx, "imageId", edit.ImageID, name)
	if err != nil {
		return nil, err
	}
	if edit.ImageID != nil {
		if fields["image"], err = json.Marshal(picture.V); err != nil {
			return nil, err
		}
	}
	if edit.GalleryIDs == nil {
		return fields, nil
	}
	pictures := make([]*shop.Media, len(edit.GalleryIDs))
	for i, id := range edit.GalleryIDs {
		field, alt := fmt.Sprintf("galleryIds.%d", i), fmt.Sprintf("%s, picture %d", name, i+2)
		if pictures[i], err = s.NamedUpload(ctx, tx, field, id, alt); err != nil {
			return nil, err
		}
	}
	fields["gallery"], err = json.Marshal(pictures)
	return fields, err
}

// picturesOf returns the fields for pictures, which are uploads or in a state of the product.
func (s *Store) picturesOf(ctx context.Context, tx pg.Querier, in []shop.ProductPictureInput,
	states []shop.Product) (shop.ProductFields, error) {
	pictures := make([]shop.Media, len(in))
	for i, picture := range in {
		field := fmt.Sprintf("pictures.%d", i)
		if picture.UploadID != nil {
			upload, err := s.NamedUpload(ctx, tx, field, *picture.UploadID, picture.Alt)
			if err != nil {
				return nil, err
			}
			pictures[i] = *upload
			continue
		}
		known := false
		for _, state := range states {
			if pictures[i], known = state.PictureOf(*picture.URL); known {
				break
			}
		}
		if !known {
			return nil, &shop.Error{Code: shop.NotFound, Field: field, Message: "The product has no such picture"}
		}
		pictures[i].Alt = picture.Alt
	}
	fields := shop.ProductFields{"image": json.RawMessage("null"), "gallery": json.RawMessage("[]")}
	if len(pictures) == 0 {
		return fields, nil
	}
	var err error
	if fields["image"], err = json.Marshal(pictures[0]); err != nil {
		return nil, err
	}
	fields["gallery"], err = json.Marshal(pictures[1:])
	return fields, err
}

// documentsOf returns documents, which are uploads or in a state of the product.
func (s *Store) documentsOf(ctx context.Context, tx pg.Querier, in []shop.ProductDocumentInput,
	states []shop.Product) ([]shop.Document, error) {
	documents := make([]shop.Document, len(in))
	for i, document := range in {
		var file shop.Document
		err := error(shop.UnknownDocument())
		if document.UploadID != nil {
			file, err = s.uploadedDocument(ctx, tx, *document.UploadID)
		}
		for _, state := range states {
			if document.URL == nil || err == nil {
				break
			}
			if known, ok := state.DocumentOf(*document.URL); ok {
				file, err = known, nil
			}
		}
		if err != nil {
			return nil, withField(fmt.Sprintf("documents.%d", i), err)
		}
		documents[i] = document.On(file)
	}
	return documents, nil
}

// filmOf returns a film, whose files are uploads, in a state of the product, or seeded.
func (s *Store) filmOf(ctx context.Context, tx pg.Querier, in shop.ProductVideoInput, states []shop.Product) (
	shop.Media, error,
) {
	urls := []string{in.URL}
	for _, url := range []*string{in.Poster, in.Captions} {
		if url != nil {
			urls = append(urls, *url)
		}
	}
	known, err := s.libraryOf(ctx, tx, urls)
	if err != nil {
		return shop.Media{}, err
	}
	film, errs := in.From(known.with(states...))
	return film, shop.Errors(errs).Err()
}

// Picture returns the upload that a field of the input refers to, as it is stored in a column for pictures; null when
// the field is absent.
func (s *Store) Picture(ctx context.Context, tx pg.Querier, field string, id *string, alt string) (
	picture pg.JSON[*shop.Media], err error,
) {
	if id != nil {
		picture.V, err = s.NamedUpload(ctx, tx, field, *id, alt)
	}
	return picture, err
}

// NamedUpload returns an upload as media; when it does not exist, the error names the field.
func (s *Store) NamedUpload(ctx context.Context, tx pg.Querier, field, id, alt string) (*shop.Media, error) {
	media, err := s.UploadMedia(ctx, tx, id, alt)
	return media, withField(field, err)
}

// withField adds the name of a field to the error of the object that the field refers to.
func withField(field string, err error) error {
	var unknown *shop.Error
	if errors.As(err, &unknown) && unknown.Code != shop.Unavailable {
		return &shop.Error{Code: unknown.Code, Field: field, Message: unknown.Message}
	}
	return err
}

// DuplicateProduct adds a product like another one to the catalogue, unlisted and without stock. Requires
// shop.WriteProducts.
func (s *Store) DuplicateProduct(ctx context.Context, actor shop.Actor, in shop.ProductDuplicateInput) (
	product shop.Product, err error,
) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return product, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		found, err := s.ProductsIn(ctx, tx, []string{in.ID})
		if err != nil {
			return err
		}
		original, ok := found[in.ID]
		if !ok {
			return shop.Unknown("Product")
		}
		var id int64
		if err := tx.Get(ctx, &id, insertProduct, s.db.Now()); err != nil {
			return err
		}
		empty, err := s.lockProduct(ctx, tx, id)
		if err != nil {
			return err
		}
		product, _, err = s.changeProduct(ctx, tx, actor, shop.EventProductCreated, 0, empty, original.Duplicate(), nil)
		return err
	})
	if err != nil {
		return shop.Product{}, fmt.Errorf("duplicate product: %w", err)
	}
	return product, nil
}

// DeleteProduct deletes a product with its reviews and removes it from all carts; orders and pre-orders keep its name.
// Its ID is never reused. Requires shop.WriteProducts.
func (s *Store) DeleteProduct(ctx context.Context, actor shop.Actor, in shop.ProductDeleteInput) error {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return err
	}
	id, ok := ProductID(in.ID)
	if !ok {
		return shop.Unknown("Product")
	}
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		// The foreign key would detach all lines in one statement, during which the connection is given up if it takes
		// too long, and buyers wait for the locked product.
		var lines []string
		if err := tx.Select(ctx, &lines, linesOf, id); err != nil {
			return err
		}
		for batch := range slices.Chunk(lines, base.SweepRows) {
			if _, err := tx.Exec(ctx, detachLines, pq.Array(batch)); err != nil {
				return err
			}
		}
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
