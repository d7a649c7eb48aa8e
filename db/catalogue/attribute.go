package catalogue

import (
	"context"
	"fmt"
	"slices"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

const attributeColumns = `id, label, kind, unit, choices, categories, filterable, comparable, position, built_in`

var (
	attributes      = pg.Prepared(`SELECT ` + attributeColumns + ` FROM attributes ORDER BY position, id`)
	lockAttribute   = pg.Prepared(`SELECT ` + attributeColumns + ` FROM attributes WHERE id = $1 FOR UPDATE`)
	countAttributes = pg.Prepared(`SELECT count(*) FROM attributes`)
	insertAttribute = pg.Named(attributeRow{}, `INSERT INTO attributes `+pg.Values(attributeColumns))
	updateAttribute = pg.Named(attributeRow{}, `UPDATE attributes SET label = :label, choices = :choices,
		categories = :categories, filterable = :filterable, comparable = :comparable, position = :position
		WHERE id = :id`)
	deleteAttribute = pg.Prepared(`DELETE FROM attributes WHERE id = $1`)
	forgetValues    = pg.Prepared(`DELETE FROM product_attributes WHERE attribute_id = $1`)
)

type attributeRow struct {
	shop.Attribute
	Choices    pq.StringArray `db:"choices"`
	Categories pq.StringArray `db:"categories"`
}

func attributeRowOf(a shop.Attribute) attributeRow {
	return attributeRow{a, append(pq.StringArray{}, a.Choices...), append(pq.StringArray{}, a.Categories...)}
}

func (r attributeRow) attribute() shop.Attribute {
	a := r.Attribute
	a.Choices, a.Categories = append([]string{}, r.Choices...), append([]string{}, r.Categories...)
	return a
}

// Attributes returns the figures that products can state, in the order of their positions. No permission is required.
func (s *Store) Attributes(ctx context.Context, _ shop.Actor) ([]shop.Attribute, error) {
	return s.attributes.Get(struct{}{}, func() ([]shop.Attribute, error) { return readAttributes(ctx, s.db.Reader()) })
}

func readAttributes(ctx context.Context, q pg.Querier) ([]shop.Attribute, error) {
	var rows []attributeRow
	if err := q.Select(ctx, &rows, attributes); err != nil {
		return nil, fmt.Errorf("read attributes: %w", err)
	}
	all := make([]shop.Attribute, len(rows))
	for i, row := range rows {
		all[i] = row.attribute()
	}
	return all, nil
}

// ProductAttributes returns the values of attributes that a product states. No permission is required.
func (s *Store) ProductAttributes(ctx context.Context, actor shop.Actor, p shop.Product) (
	[]shop.ProductAttribute, error,
) {
	all, err := s.Attributes(ctx, actor)
	return p.ProductAttributes(all, s.db.Terms), err
}

// CreateAttribute adds an attribute. Requires shop.WriteProducts. Errors: shop.Errors for the input, TAKEN for ID or
// label, NOT_ALLOWED if there are too many.
func (s *Store) CreateAttribute(ctx context.Context, actor shop.Actor, in shop.AttributeCreateInput) (
	a shop.Attribute, err error,
) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return a, err
	}
	if a, err = in.Normal(); err != nil {
		return shop.Attribute{}, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		var count int
		if err := tx.Get(ctx, &count, countAttributes); err != nil {
			return err
		}
		if count >= shop.MaxAttributes {
			return shop.TooManyAttributes()
		}
		row := attributeRowOf(a)
		a = row.attribute()
		if _, err := tx.Exec(ctx, insertAttribute, insertAttribute.Args(row)...); err != nil {
			return base.Refusal(err)
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventAttributeCreated, a.ID))
	})
	if err != nil {
		return shop.Attribute{}, fmt.Errorf("create attribute: %w", err)
	}
	return a, nil
}

// UpdateAttribute changes an attribute. Requires shop.WriteProducts. Errors: shop.Errors for the input, TAKEN for the
// label, NOT_FOUND.
func (s *Store) UpdateAttribute(ctx context.Context, actor shop.Actor, in shop.AttributeUpdateInput) (
	a shop.Attribute, err error,
) {
	err = s.changeAttribute(ctx, actor, in.ID, func(tx pg.Querier, before shop.Attribute) (shop.EventKind, error) {
		if a, err = before.With(in); err != nil {
			return "", err
		}
		_, err := tx.Exec(ctx, updateAttribute, updateAttribute.Args(attributeRowOf(a))...)
		return shop.EventAttributeChanged, err
	})
	if err != nil {
		return shop.Attribute{}, err
	}
	return a, nil
}

// DeleteAttribute deletes an attribute that is not built in. Products no longer state it. Requires shop.WriteProducts.
func (s *Store) DeleteAttribute(ctx context.Context, actor shop.Actor, in shop.AttributeDeleteInput) error {
	return s.changeAttribute(ctx, actor, in.ID, func(tx pg.Querier, before shop.Attribute) (shop.EventKind, error) {
		if err := before.Deletable(); err != nil {
			return "", err
		}
		if _, err := tx.Exec(ctx, forgetValues, in.ID); err != nil {
			return "", err
		}
		_, err := tx.Exec(ctx, deleteAttribute, in.ID)
		return shop.EventAttributeDeleted, err
	})
}

// changeAttribute calls do with a locked attribute, and publishes the event that it returns.
func (s *Store) changeAttribute(ctx context.Context, actor shop.Actor, id string,
	do func(pg.Querier, shop.Attribute) (shop.EventKind, error)) error {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return err
	}
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		var row attributeRow
		switch err := tx.Get(ctx, &row, lockAttribute, id); {
		case pg.NoRows(err):
			return shop.Unknown("Attribute")
		case err != nil:
			return err
		}
		kind, err := do(tx, row.attribute())
		if err != nil {
			return base.Refusal(err)
		}
		return s.db.Publish(ctx, tx, shop.Happened(kind, id))
	})
	if err != nil {
		return fmt.Errorf("change attribute: %w", err)
	}
	return nil
}

// checkAttributes replaces the attributes among the fields of a product by those to store.
func (s *Store) checkAttributes(ctx context.Context, tx pg.Querier, before, changed shop.Product) (
	[]shop.AttributeValue, error,
) {
	if slices.Equal(before.Attributes, changed.Attributes) {
		return changed.Attributes, nil
	}
	all, err := readAttributes(ctx, tx)
	if err != nil {
		return nil, err
	}
	return shop.CheckAttributeValues(all, changed.Attributes, before.Attributes, s.db.Terms)
}
