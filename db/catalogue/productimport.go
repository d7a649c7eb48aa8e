package catalogue

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	lockImports   = pg.Prepared(`SELECT pg_advisory_xact_lock(hashtext('orrery.imports'))`)
	knownProducts = pg.Prepared(`SELECT id FROM products WHERE id = any($1) ORDER BY id FOR UPDATE`)
	anyProduct    = pg.Prepared(`SELECT count(*) FROM (SELECT FROM products LIMIT 1) p`)
)

// ImportProducts creates and changes the products of a file, all of them or none; a trial changes nothing in any case.
// In a shop without products, all are new ones, so that the file of another shop can be imported. Errors in a line are
// part of the result; an error of the file itself is returned as err. Requires shop.WriteProducts.
func (s *Store) ImportProducts(ctx context.Context, actor shop.Actor, read shop.ProductReader, file io.Reader,
	trial bool) (done shop.ProductImport, err error) {
	if err := actor.Need(shop.WriteProducts); err != nil {
		return done, err
	}
	lines, found, err := read(file, s.db.Terms)
	if err != nil {
		return done, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		// One at a time, or a repeated request would fill an empty shop twice.
		if _, err := tx.Exec(ctx, lockImports); err != nil {
			return err
		}
		errs, err := s.identify(ctx, tx, lines)
		if err != nil {
			return err
		}
		found = append(found, errs...)
		if errs, err = s.findReferences(ctx, tx, lines); err != nil {
			return err
		}
		found = append(found, errs...)
		if len(found) > 0 {
			return nil
		}
		var changes []shop.StockChange
		now := s.db.Now()
		for _, line := range lines {
			if line.ID == "" {
				done.Created++
			} else {
				done.Changed++
			}
			if trial {
				continue
			}
			change, err := s.importLine(ctx, tx, actor, line, now)
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

// identify locks the products that the lines name, so that they can't be deleted during the import. It makes all lines
// new ones if the shop has no products; otherwise it returns an error for each product that doesn't exist.
func (s *Store) identify(ctx context.Context, tx pg.Querier, lines []shop.ProductLine) (found []shop.LineError,
	err error) {
	known, err := s.lockProducts(ctx, tx, lines)
	if err != nil {
		return nil, err
	}
	var products int
	if err := tx.Get(ctx, &products, anyProduct); err != nil {
		return nil, err
	}
	for i, line := range lines {
		id, ok := ProductID(line.ID)
		switch {
		case line.ID == "" || ok && known[id]:
		case products == 0:
			var errs []shop.LineError
			lines[i], errs = line.AsNew()
			found = append(found, errs...)
		default:
			found = append(found, shop.LineError{Line: line.Line, Column: "id", Message: "No product with this ID"})
		}
	}
	return found, nil
}

// lockProducts locks the products that the lines name, and returns which of them exist.
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

// findReferences replaces the pictures, films and documents of the lines by those that the shop has: uploads, seeded
// ones, and those of the product itself. It returns an error for each other one, and for attributes that the shop
// doesn't have or whose values don't suit them.
func (s *Store) findReferences(ctx context.Context, tx pg.Querier, lines []shop.ProductLine) (found []shop.LineError,
	err error) {
	var ids, urls []string
	for _, line := range lines {
		if line.ID != "" {
			ids = append(ids, line.ID)
		}
		urls = append(urls, line.Fields.Media().URLs()...)
		for _, document := range line.Fields.Documents() {
			urls = append(urls, document.URL)
		}
	}
	products, err := s.ProductsIn(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	all, err := s.libraryOf(ctx, tx, urls)
	if err != nil {
		return nil, err
	}
	attributes, err := readAttributes(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i, line := range lines {
		var errs []shop.LineError
		before := products[line.ID]
		known := all.with(before)
		lines[i], errs = line.WithMedia(known)
		found = append(found, errs...)
		lines[i], errs = lines[i].WithDocuments(known.document)
		found = append(found, errs...)
		found = append(found, line.AttributeErrors(attributes, before, s.db.Terms)...)
	}
	return found, nil
}

func (s *Store) importLine(ctx context.Context, tx pg.Querier, actor shop.Actor, line shop.ProductLine,
	now time.Time) (shop.StockChange, error) {
	kind, id := shop.EventProductChanged, int64(0)
	if line.ID == "" {
		kind = shop.EventProductCreated
		// New products are listed in the order of the file, as lists show the newest ones first.
		at := now.Add(-time.Duration(line.Line) * time.Millisecond)
		if err := tx.Get(ctx, &id, insertProduct, at); err != nil {
			return shop.StockChange{}, err
		}
	} else {
		id, _ = ProductID(line.ID)
	}
	_, change, err := s.editProduct(ctx, tx, actor, kind, id, line.Stock,
		func(shop.Product) (shop.ProductFields, error) { return line.Fields, nil })
	return change, err
}
