package catalogue

import (
	"context"
	"fmt"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	readDraft = pg.Prepared(`SELECT d.base_version, d.revision, d.changes, d.touched, d.updated_at, u.name AS author
		FROM product_drafts d LEFT JOIN users u ON u.id = d.author_id WHERE d.product_id = $1`)
	presentVersion = pg.Prepared(`SELECT coalesce(max(version), 0) FROM product_versions WHERE product_id = $1`)
	writeDraft     = pg.Named(draftWrite{}, `INSERT INTO product_drafts `+
		pg.Values("product_id, base_version, revision, changes, touched, updated_at, author_id")+`
		ON CONFLICT (product_id) DO UPDATE SET base_version = excluded.base_version, revision = excluded.revision,
		changes = excluded.changes, touched = excluded.touched, updated_at = excluded.updated_at,
		author_id = excluded.author_id`)
)

type draftRow struct {
	BaseVersion int                         `db:"base_version"`
	Revision    int                         `db:"revision"`
	Changes     pg.JSON[shop.ProductFields] `db:"changes"`
	Touched     pg.JSON[map[string]int]     `db:"touched"`
	UpdatedAt   time.Time                   `db:"updated_at"`
	Author      *string                     `db:"author"`
}

type draftWrite struct {
	draftRow
	ProductID int64   `db:"product_id"`
	AuthorID  *string `db:"author_id"`
}

// ProductDraft returns the draft of a product, which is empty if nothing waits to be published. Requires
// shop.WriteProducts.
func (s *Store) ProductDraft(ctx context.Context, actor shop.Actor, productID string) (shop.EditedProduct, error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return shop.EditedProduct{}, err
	}
	id, _ := ProductID(productID)
	// A product that is newer than the version causes a conflict at most; an older one could hide a change.
	var version int
	if err := s.db.Pool().Get(ctx, &version, presentVersion, id); err != nil {
		return shop.EditedProduct{}, fmt.Errorf("read the present version: %w", err)
	}
	found, err := s.ProductsIn(ctx, s.db.Pool(), []string{productID})
	if err != nil {
		return shop.EditedProduct{}, err
	}
	product, ok := found[productID]
	if !ok {
		return shop.EditedProduct{}, shop.Unknown("Product")
	}
	draft, err := s.draft(ctx, s.db.Pool(), id)
	if err != nil {
		return shop.EditedProduct{}, err
	}
	return s.edited(ctx, s.db.Pool(), actor, id, draft, product, version)
}

func (s *Store) draft(ctx context.Context, q pg.Querier, id int64) (shop.ProductDraft, error) {
	var row draftRow
	switch err := q.Get(ctx, &row, readDraft, id); {
	case pg.NoRows(err):
		return shop.ProductDraft{}, nil
	case err != nil:
		return shop.ProductDraft{}, fmt.Errorf("read draft: %w", err)
	}
	return shop.ProductDraft{Revision: row.Revision, BaseVersion: row.BaseVersion, Changes: row.Changes.V,
		Touched: row.Touched.V, UpdatedAt: &row.UpdatedAt, Author: row.Author}, nil
}

// edited returns a draft with what an editor needs. API keys don't read the names of administrators.
func (s *Store) edited(ctx context.Context, q pg.Querier, actor shop.Actor, id int64, d shop.ProductDraft,
	p shop.Product, version int) (edited shop.EditedProduct, err error) {
	if actor.Key != nil {
		d.Author = nil
	}
	base := p.Fields()
	if len(d.Changes) > 0 {
		if base, err = s.versionFields(ctx, q, id, d.BaseVersion); err != nil {
			return edited, err
		}
	}
	return d.Edited(p, version, base, s.db.Terms)
}

// storeDraft stores a draft that differs from the one that is stored, and returns it as it is read.
func (s *Store) storeDraft(ctx context.Context, tx pg.Querier, actor shop.Actor, id int64,
	d shop.ProductDraft) (shop.ProductDraft, error) {
	row := draftWrite{ProductID: id, AuthorID: actor.Account(), draftRow: draftRow{BaseVersion: d.BaseVersion,
		Revision: d.Revision, UpdatedAt: s.db.Now()}}
	row.Changes.V, row.Touched.V = d.Changes, d.Touched
	if _, err := tx.Exec(ctx, writeDraft, writeDraft.Args(row)...); err != nil {
		return d, fmt.Errorf("store draft: %w", err)
	}
	return s.draft(ctx, tx, id)
}

// lockedDraft is a draft in a transaction that holds the lock of its product.
type lockedDraft struct {
	id      int64
	product shop.Product
	version int // present version of the product
	draft   shop.ProductDraft
}

// withDraft calls do in a transaction with the draft of a product, and returns the draft that do leaves. Conflicts that
// do returns are an outcome like others, not an error.
func (s *Store) withDraft(ctx context.Context, actor shop.Actor, productID string, revision int,
	do func(pg.Querier, *lockedDraft) ([]*shop.ProductConflict, error),
) (edited shop.EditedProduct, conflicts []*shop.ProductConflict, err error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return edited, nil, err
	}
	id, _ := ProductID(productID)
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		l := &lockedDraft{id: id}
		var err error
		if l.product, err = s.lockProduct(ctx, tx, id); err != nil {
			return err
		}
		if l.version, err = s.keepVersion(ctx, tx, id, l.product); err != nil {
			return err
		}
		if l.draft, err = s.draft(ctx, tx, id); err != nil {
			return err
		}
		if revision > l.draft.Revision {
			return shop.DraftChanged()
		}
		before := l.draft.Revision
		if conflicts, err = do(tx, l); err != nil {
			return err
		}
		if l.draft.Revision != before {
			if l.draft, err = s.storeDraft(ctx, tx, actor, id, l.draft); err != nil {
				return err
			}
		}
		edited, err = s.edited(ctx, tx, actor, id, l.draft, l.product, l.version)
		return err
	})
	if err != nil {
		return shop.EditedProduct{}, nil, fmt.Errorf("edit draft: %w", err)
	}
	return edited, conflicts, nil
}

// SaveProductDraft changes fields of a product's draft. Fields that somebody else has changed in the draft since the
// revision of the input, to another value, are returned as conflicts; then nothing is stored. Requires
// shop.WriteProducts. Errors: NOT_FOUND for the product or an upload, NOT_ALLOWED for stock, OUT_OF_RANGE for too many
// pictures.
func (s *Store) SaveProductDraft(ctx context.Context, actor shop.Actor, in shop.ProductDraftSaveInput) (
	shop.EditedProduct, []*shop.ProductConflict, error,
) {
	return s.withDraft(ctx, actor, in.Product.ID, in.Revision, func(tx pg.Querier, l *lockedDraft) (
		[]*shop.ProductConflict, error,
	) {
		edit, err := in.Normal(s.db.Terms)
		if err != nil {
			return nil, err
		}
		drafted, err := l.product.With(l.draft.Changes, s.db.Terms)
		if err != nil {
			return nil, err
		}
		fields, err := s.fieldsOf(ctx, tx, edit, l.product, drafted)
		if err != nil {
			return nil, err
		}
		draft := l.draft.From(in.Version)
		base, err := s.versionFields(ctx, tx, l.id, draft.BaseVersion)
		if err != nil {
			return nil, err
		}
		draft, conflicts := draft.Save(in.Revision, fields, base, l.product.Fields())
		if draft.Revision != l.draft.Revision {
			l.draft = draft
		}
		return conflicts, nil
	})
}

// DiscardProductDraft discards changes of a product's draft. Requires shop.WriteProducts. Errors: NOT_FOUND, CONFLICT
// if the draft has changed since the revision of the input.
func (s *Store) DiscardProductDraft(ctx context.Context, actor shop.Actor, in shop.ProductDraftDiscardInput) (
	shop.EditedProduct, error,
) {
	edited, _, err := s.withDraft(ctx, actor, in.ID, in.Revision, func(_ pg.Querier, l *lockedDraft) (
		[]*shop.ProductConflict, error,
	) {
		if in.Revision != l.draft.Revision {
			return nil, shop.DraftChanged()
		}
		l.draft = l.draft.Drop(in.Fields)
		return nil, nil
	})
	return edited, err
}

// PublishProductDraft changes the product as its draft says, and empties the draft. Fields that were also changed in
// the product, after the draft's base and after the version of the input, are returned as conflicts; then nothing is
// published. Requires shop.WriteProducts. Errors: shop.Errors for values, NOT_FOUND, CONFLICT if the draft has changed
// since the revision of the input.
func (s *Store) PublishProductDraft(ctx context.Context, actor shop.Actor, in shop.ProductDraftPublishInput) (
	shop.EditedProduct, []*shop.ProductConflict, error,
) {
	return s.withDraft(ctx, actor, in.ID, in.Revision, func(tx pg.Querier, l *lockedDraft) (
		[]*shop.ProductConflict, error,
	) {
		if in.Revision != l.draft.Revision {
			return nil, shop.DraftChanged()
		}
		if len(l.draft.Changes) == 0 {
			return nil, nil
		}
		base, err := s.versionFields(ctx, tx, l.id, max(l.draft.BaseVersion, in.Version))
		if err != nil {
			return nil, err
		}
		fields, conflicts := shop.MergeProduct(base, l.draft.Changes, l.product.Fields())
		if len(conflicts) > 0 {
			return conflicts, nil
		}
		if fields, err = fields.Check(in.ID, s.db.Terms); err != nil {
			return nil, err
		}
		if len(fields) > 0 {
			before := l.product
			if l.product, l.version, err = s.changeProduct(ctx, tx, actor, shop.EventProductChanged, l.version,
				before, fields, nil); err != nil {
				return nil, err
			}
			if err := s.StockChanged(ctx, tx, shop.NewStockChange(before, l.product)); err != nil {
				return nil, err
			}
		}
		l.draft = l.draft.Drop(nil)
		l.draft.BaseVersion = l.version
		return nil, nil
	})
}
