package catalogue

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	latestVersion = pg.Prepared(`SELECT version, document FROM product_versions WHERE product_id = $1
		ORDER BY version DESC LIMIT 1`)
	versionDocument = pg.Prepared(`SELECT version, document FROM product_versions
		WHERE product_id = $1 AND version = $2`)
	insertVersions = pg.Prepared(`INSERT INTO product_versions (product_id, version, document, author_id, created_at)
		SELECT n.id, n.version, n.document, $4, $5
		FROM unnest($1::bigint[], $2::integer[], $3::jsonb[]) AS n (id, version, document)`)
	insertUnknown = pg.Prepared(`INSERT INTO product_versions (product_id, version, document, created_at)
		SELECT p.id, n.version, n.document, coalesce(p.updated_at, p.created_at)
		FROM unnest($1::bigint[], $2::integer[], $3::jsonb[]) AS n (id, version, document) JOIN products p USING (id)`)
	// The base of the draft is needed to publish it.
	forgetVersions = pg.Prepared(`DELETE FROM product_versions v
		USING unnest($1::bigint[], $2::integer[]) AS n (id, version)
		WHERE v.product_id = n.id AND v.version <= n.version - $3
		AND NOT EXISTS (SELECT FROM product_drafts d WHERE d.product_id = n.id AND d.base_version = v.version)`)
	versionPage = pg.Prepared(`SELECT v.version, v.document, u.name AS author, v.created_at, p.document AS before
		FROM product_versions v
		LEFT JOIN LATERAL (SELECT document FROM product_versions WHERE product_id = v.product_id
			AND version < v.version ORDER BY version DESC LIMIT 1) p ON true
		LEFT JOIN users u ON u.id = v.author_id
		WHERE v.product_id = $1 AND ($3::integer IS NULL OR v.version < $3) ORDER BY v.version DESC LIMIT $2`)
	productState = pg.Prepared(`SELECT coalesce(p.updated_at, p.created_at) AS changed_at,
		coalesce((SELECT max(version) FROM product_versions WHERE product_id = p.id), 0) AS version
		FROM products p WHERE p.id = $1`)
	countVersions = pg.Prepared(`SELECT count(*) FROM product_versions WHERE product_id = $1`)
	productExists = pg.Prepared(`SELECT count(*) FROM products WHERE id = $1`)
)

type versionRow struct {
	Version   int                         `db:"version"`
	Document  pg.JSON[shop.ProductFields] `db:"document"`
	Before    pg.JSON[shop.ProductFields] `db:"before"`
	Author    *string                     `db:"author"`
	CreatedAt time.Time                   `db:"created_at"`
}

// DataSheet returns what the data sheet of a product says. No permission is required.
func (s *Store) DataSheet(ctx context.Context, _ shop.Actor, productID string) (sheet shop.DataSheet, err error) {
	found, err := s.ProductsIn(ctx, s.db.Reader(), []string{productID})
	if err != nil {
		return sheet, err
	}
	product, ok := found[productID]
	if !ok {
		return sheet, shop.Unknown("Product")
	}
	var state struct {
		Version   int       `db:"version"`
		ChangedAt time.Time `db:"changed_at"`
	}
	id, _ := ProductID(productID)
	switch err := s.db.Reader().Get(ctx, &state, productState, id); {
	case pg.NoRows(err):
		return sheet, shop.Unknown("Product") // deleted since
	case err != nil:
		return sheet, fmt.Errorf("read the version of product %s: %w", productID, err)
	}
	return shop.DataSheet{Product: product, Version: state.Version, ChangedAt: state.ChangedAt}, nil
}

// keepVersion returns the number of the latest version of a locked product. It first stores the product as a version if
// it has none, or has been changed by something else than its editors, such as a migration.
func (s *Store) keepVersion(ctx context.Context, tx pg.Querier, id int64, p shop.Product) (int, error) {
	var latest versionRow
	if err := tx.Get(ctx, &latest, latestVersion, id); err != nil && !pg.NoRows(err) {
		return 0, fmt.Errorf("read the latest version: %w", err)
	}
	fields := p.Fields()
	if latest.keeps(fields) {
		return latest.Version, nil
	}
	err := s.addUnknown(ctx, tx, newVersion{id, latest.Version + 1, fields})
	return latest.Version + 1, err
}

// keeps reports whether the fields are those of the version.
func (r versionRow) keeps(fields shop.ProductFields) bool {
	return r.Version > 0 && len(r.Document.V.Changes(fields)) == 0
}

// newVersion is a version of a product to store.
type newVersion struct {
	id      int64
	version int
	fields  shop.ProductFields
}

// columnsOfVersions returns the arguments that state versions.
func columnsOfVersions(all []newVersion) (ids, versions pq.Int64Array, documents pq.StringArray, err error) {
	for _, v := range all {
		document, err := json.Marshal(v.fields)
		if err != nil {
			return nil, nil, nil, err
		}
		ids, versions = append(ids, v.id), append(versions, int64(v.version))
		documents = append(documents, string(document))
	}
	return ids, versions, documents, nil
}

// addUnknown stores products as versions of nobody, from the time of their last change.
func (s *Store) addUnknown(ctx context.Context, tx pg.Querier, all ...newVersion) error {
	ids, versions, documents, err := columnsOfVersions(all)
	if err == nil && len(all) > 0 {
		_, err = tx.Exec(ctx, insertUnknown, ids, versions, documents)
	}
	if err != nil {
		return fmt.Errorf("store present versions: %w", err)
	}
	return nil
}

// addVersions stores versions of the actor, and deletes those of the same products that are no longer kept.
func (s *Store) addVersions(ctx context.Context, tx pg.Querier, actor shop.Actor, all ...newVersion) error {
	ids, versions, documents, err := columnsOfVersions(all)
	if err == nil && len(all) > 0 {
		_, err = tx.Exec(ctx, insertVersions, ids, versions, documents, actor.Account(), s.db.Now())
	}
	if err != nil {
		return fmt.Errorf("store versions: %w", err)
	}
	if len(all) == 0 || slices.Max(versions) <= shop.KeptProductVersions {
		return nil
	}
	_, err = tx.Exec(ctx, forgetVersions, ids, versions, shop.KeptProductVersions)
	return err
}

// versionFields returns the fields of a version; NOT_FOUND when it is not kept.
func (s *Store) versionFields(ctx context.Context, q pg.Querier, id int64, version int) (shop.ProductFields, error) {
	var row versionRow
	switch err := q.Get(ctx, &row, versionDocument, id, version); {
	case pg.NoRows(err):
		return nil, shop.UnknownProductVersion()
	case err != nil:
		return nil, fmt.Errorf("read version %d: %w", version, err)
	}
	return row.Document.V, nil
}

// ProductVersions returns a page of a product's versions, newest first. API keys don't read the names of their authors.
// Requires shop.WriteProducts.
func (s *Store) ProductVersions(ctx context.Context, actor shop.Actor, productID string,
	args shop.PageArgs) (none shop.Page[shop.ProductVersion], err error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return none, err
	}
	args = args.In("productVersions", productID)
	if err := args.Check(); err != nil {
		return none, err
	}
	cursor, err := pg.DecodeCursor(args)
	if err != nil {
		return none, err
	}
	var before *int // the last version of the page before
	if args.After != nil {
		version, err := strconv.ParseInt(cursor.ID, 10, 32)
		if err != nil {
			return none, shop.BadCursor("after")
		}
		before = new(int(version))
	}
	id, _ := ProductID(productID)
	var exists int
	switch err := s.db.Pool().Get(ctx, &exists, productExists, id); {
	case err != nil:
		return none, fmt.Errorf("find product: %w", err)
	case exists == 0:
		return none, shop.Unknown("Product")
	}
	var rows []versionRow
	if err := s.db.Pool().Select(ctx, &rows, versionPage, id, args.First+1, before); err != nil {
		return none, fmt.Errorf("read the versions of a product: %w", err)
	}
	page := pg.NewPage(args, rows, func(r versionRow) pg.Cursor { return pg.Cursor{ID: strconv.Itoa(r.Version)} })
	nodes := make([]shop.ProductVersion, len(page.Nodes))
	for i, row := range page.Nodes {
		if actor.Key != nil {
			row.Author = nil
		}
		nodes[i] = shop.ProductVersion{Version: row.Version, CreatedAt: row.CreatedAt, Author: row.Author,
			Changes: row.Before.V.Changes(row.Document.V)}
	}
	return shop.Page[shop.ProductVersion]{Nodes: nodes, Cursor: page.Cursor, HasNext: page.HasNext,
		HasPrevious: page.HasPrevious, Count: base.Count(s.db.Pool(), countVersions, id)}, nil
}

// RestoreProductVersion makes an earlier version of a product the present one. The stock stays. Requires
// shop.WriteProducts.
func (s *Store) RestoreProductVersion(ctx context.Context, actor shop.Actor,
	in shop.ProductVersionRestoreInput) (product shop.Product, err error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return product, err
	}
	id, _ := ProductID(in.ID)
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		before, err := s.lockProduct(ctx, tx, id)
		if err != nil {
			return err
		}
		latest, err := s.keepVersion(ctx, tx, id, before)
		if err != nil {
			return err
		}
		fields, err := s.versionFields(ctx, tx, id, in.Version)
		if err != nil {
			return err
		}
		product, _, err = s.changeProduct(ctx, tx, actor, shop.EventProductChanged, latest, before, fields, nil)
		if err != nil {
			return err
		}
		return s.StockChanged(ctx, tx, shop.NewStockChange(before, product))
	})
	if err != nil {
		return shop.Product{}, fmt.Errorf("restore version: %w", err)
	}
	return product, nil
}
