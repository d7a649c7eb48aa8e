package catalogue

import (
	"context"
	"fmt"
	"io"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var knownProducts = pg.Prepared(`SELECT id FROM products WHERE id = any($1) ORDER BY id FOR UPDATE`)

// ImportProducts creates and changes the products of a file (shop.ReadProducts), all of them or none; a trial changes
// nothing in any case. Errors in a line are part of the result; an error of the file itself is returned as err. Admins
// only.
func (s *Store) ImportProducts(ctx context.Context, actor shop.Actor, file io.Reader,
	trial bool) (done shop.ProductImport, err error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return done, err
	}
	lines, found, err := shop.ReadProducts(file, s.db.Terms)
	if err != nil {
		return done, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		known, err := s.lockProducts(ctx, tx, lines)
		if err != nil {
			return err
		}
		for _, line := range lines {
			if id, ok := ProductID(line.ID); line.ID != "" && (!ok || !known[id]) {
				found = append(found, shop.LineError{Line: line.Line, Column: "id",
					Message: "No product with this ID"})
			}
		}
		if len(found) > 0 {
			return nil
		}
		var changes []shop.StockChange
		for _, line := range lines {
			if line.ID == "" {
				done.Created++
			} else {
				done.Changed++
			}
			if trial {
				continue
			}
			change, err := s.importLine(ctx, tx, actor, line)
			if err != nil {
				return fmt.Errorf("line %d: %w", line.Line, err)
			}
			changes = append(changes, change)
		}
		return s.StockChanged(ctx, tx, changes...)
	})
	if err != nil {
		return shop.ProductImport{}, fmt.Errorf("import products: %w", err)
	}
	done.Errors = shop.SortedLines(found)
	return done, nil
}

// lockProducts locks the products that the lines name, so that they can't be deleted during the import, and returns
// which of them exist.
func (s *Store) lockProducts(ctx context.Context, tx pg.Querier, lines []shop.ProductLine) (map[int64]bool, error) {
	var named pq.Int64Array
	for _, line := range lines {
		if id, ok := ProductID(line.ID); ok {
			named = append(named, id)
		}
	}
	var found []int64
	if err := tx.Select(ctx, &found, knownProducts, named); err != nil {
		return nil, err
	}
	known := make(map[int64]bool, len(found))
	for _, id := range found {
		known[id] = true
	}
	return known, nil
}

func (s *Store) importLine(ctx context.Context, tx pg.Querier, actor shop.Actor, line shop.ProductLine) (
	shop.StockChange, error,
) {
	kind, id := shop.EventProductChanged, int64(0)
	if line.ID == "" {
		kind = shop.EventProductCreated
		if err := tx.Get(ctx, &id, insertProduct, s.db.Now()); err != nil {
			return shop.StockChange{}, err
		}
	} else {
		id, _ = ProductID(line.ID)
	}
	_, change, err := s.editProduct(ctx, tx, actor, kind, id, line.ProductEdit)
	return change, err
}
