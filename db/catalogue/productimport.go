package catalogue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	lockImports   = pg.Prepared(`SELECT pg_advisory_xact_lock(hashtext('orrery.imports'))`)
	knownProducts = pg.Prepared(`SELECT id FROM products WHERE id = any($1)`)
	anyProduct    = pg.Prepared(`SELECT count(*) FROM (SELECT FROM products LIMIT 1) p`)
	// Adding to a cart does not wait for the lock.
	lockImported = pg.Prepared(`SELECT FROM products WHERE id = any($1) ORDER BY id FOR NO KEY UPDATE`)
	// What xmin and the version are of tells whether anything of the product has changed.
	importedStates = pg.Prepared(`SELECT p.id, p.xmin::text AS row_version,
		coalesce((SELECT max(version) FROM product_versions WHERE product_id = p.id), 0) AS version
		FROM products p WHERE p.id = any($1)`)
	importedProducts = pg.Prepared(`SELECT ` + ProductColumns + `, p.xmin::text AS row_version,
		coalesce(v.version, 0) AS version, v.document FROM products p
		LEFT JOIN LATERAL (SELECT version, document FROM product_versions WHERE product_id = p.id
			ORDER BY version DESC LIMIT 1) v ON true
		WHERE p.id = any($1)`)
)

// importedChunk is how many products one statement writes, so that it takes far less time than the statement timeout.
const importedChunk = 200

// errRefused ends the transaction of a file that has errors.
var errRefused = errors.New("the file has errors")

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
		var known, created []shop.ProductLine
		for _, line := range lines {
			if line.ID != "" {
				known = append(known, line)
			} else {
				created = append(created, line)
			}
		}
		planned, errs, err := s.planImport(ctx, tx, known)
		if err != nil {
			return err
		}
		if found = append(found, errs...); len(found) > 0 {
			return nil
		}
		done.Created, done.Changed, done.Unchanged = len(created), len(planned), len(known)-len(planned)
		if trial {
			return nil
		}
		var changes []shop.StockChange
		now := s.db.Now()
		for _, line := range created {
			change, err := s.importNew(ctx, tx, actor, line, now)
			if err != nil {
				return fmt.Errorf("line %d: %w", line.Line, err)
			}
			changes = append(changes, change)
		}
		// Last, since orders wait for the products that it locks.
		changed, errs, err := s.importChanges(ctx, tx, actor, planned)
		if err != nil {
			return err
		}
		if found = append(found, errs...); len(found) > 0 {
			return errRefused
		}
		done.Changed, done.Unchanged = len(changed), len(known)-len(changed)
		return s.StockChanged(ctx, tx, append(changes, changed...)...)
	})
	if errors.Is(err, errRefused) {
		done, err = shop.ProductImport{}, nil
	}
	if err != nil {
		return shop.ProductImport{}, fmt.Errorf("import products: %w", err)
	}
	done.Errors = shop.SortedLines(found)
	return done, nil
}

// identify makes all lines new ones if the shop has no products; otherwise it returns an error for each product that
// doesn't exist.
func (s *Store) identify(ctx context.Context, tx pg.Querier, lines []shop.ProductLine) (found []shop.LineError,
	err error) {
	known, err := s.existing(ctx, tx, lines)
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
			found = append(found, line.UnknownProduct())
		}
	}
	return found, nil
}

// existing returns which of the products that the lines name exist.
func (s *Store) existing(ctx context.Context, tx pg.Querier, lines []shop.ProductLine) (map[int64]bool, error) {
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

func (s *Store) importNew(ctx context.Context, tx pg.Querier, actor shop.Actor, line shop.ProductLine,
	now time.Time) (shop.StockChange, error) {
	var id int64
	// New products are listed in the order of the file, as lists show the newest ones first.
	at := now.Add(-time.Duration(line.Line) * time.Millisecond)
	if err := tx.Get(ctx, &id, insertProduct, at); err != nil {
		return shop.StockChange{}, err
	}
	_, change, err := s.editProduct(ctx, tx, actor, shop.EventProductCreated, id, line.Stock,
		func(shop.Product) (shop.ProductFields, error) { return line.Fields, nil })
	return change, err
}

// importedState tells states of a product apart.
type importedState struct {
	RowVersion string `db:"row_version"`
	Version    int    `db:"version"` // the latest one; 0 if none is stored
}

// importedChange is what a line makes of a product in a state.
type importedChange struct {
	id            int64
	line          shop.ProductLine
	state         importedState
	before, after shop.Product
	unknown       shop.ProductFields // of before, if they are in no version yet
	renewed       shop.ProductFields // of after, if they change
}

// importChanges writes changes of products, and returns one for each product that it has changed. It returns the errors
// of lines that no longer suit what somebody else has changed since they were planned.
func (s *Store) importChanges(ctx context.Context, tx pg.Querier, actor shop.Actor, planned []importedChange) (
	changes []shop.StockChange, found []shop.LineError, err error,
) {
	planned, found, err = s.lockImport(ctx, tx, planned)
	if err != nil || len(found) > 0 {
		return nil, found, err
	}
	for chunk := range slices.Chunk(planned, importedChunk) {
		if err := s.writeImport(ctx, tx, actor, chunk); err != nil {
			return nil, nil, err
		}
		for _, c := range chunk {
			changes = append(changes, shop.NewStockChange(c.before, c.after))
		}
	}
	return changes, nil, nil
}

// lockImport locks the products of changes in the order of their IDs, and returns the changes of their present states.
// Only those that have changed since are planned again, since planning takes long and orders wait for the locks.
func (s *Store) lockImport(ctx context.Context, tx pg.Querier, planned []importedChange) (
	current []importedChange, found []shop.LineError, err error,
) {
	ids := make(pq.Int64Array, len(planned))
	for i, c := range planned {
		ids[i] = c.id
	}
	if _, err := tx.Exec(ctx, lockImported, ids); err != nil {
		return nil, nil, fmt.Errorf("lock products: %w", err)
	}
	var rows []struct {
		ID int64 `db:"id"`
		importedState
	}
	if err := tx.Select(ctx, &rows, importedStates, ids); err != nil {
		return nil, nil, fmt.Errorf("read the states of products: %w", err)
	}
	states := map[int64]importedState{}
	for _, row := range rows {
		states[row.ID] = row.importedState
	}
	var stale []shop.ProductLine
	for _, c := range planned {
		if states[c.id] == c.state {
			current = append(current, c)
		} else {
			stale = append(stale, c.line)
		}
	}
	if len(stale) == 0 {
		return current, nil, nil
	}
	if found, err = s.findReferences(ctx, tx, stale); err != nil || len(found) > 0 {
		return nil, found, err
	}
	again, found, err := s.planImport(ctx, tx, stale)
	return append(current, again...), found, err
}

// planImport returns what lines change of their products, and an error for each product that doesn't exist and for each
// stock that was made of another one. Products that a line leaves as they are get no lock, no event and no entry in the
// audit log.
func (s *Store) planImport(ctx context.Context, tx pg.Querier, lines []shop.ProductLine) (
	planned []importedChange, found []shop.LineError, err error,
) {
	if len(lines) == 0 {
		return nil, nil, nil
	}
	ids := make(pq.Int64Array, len(lines))
	for i, line := range lines {
		ids[i], _ = ProductID(line.ID)
	}
	var rows []*struct {
		ProductRow
		importedState
		Document pg.JSON[shop.ProductFields] `db:"document"`
	}
	if err := tx.Select(ctx, &rows, importedProducts, ids); err != nil {
		return nil, nil, fmt.Errorf("read products: %w", err)
	}
	attributes, err := readAttributes(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	at := map[string]int{}
	for i, row := range rows {
		at[row.ID] = i
	}
	for i, line := range lines {
		r, ok := at[line.ID]
		if !ok {
			found = append(found, line.UnknownProduct())
			continue
		}
		row := rows[r]
		c := importedChange{id: ids[i], line: line, state: row.importedState, before: s.Product(&row.ProductRow)}
		found = append(found, line.StockChanged(c.before)...)
		if c.after, err = line.Of(c.before, attributes, s.db.Terms); err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", line.Line, err)
		}
		is, becomes := c.before.Fields(), c.after.Fields()
		if len(is.Changes(becomes)) > 0 {
			c.renewed = becomes
		}
		if latest := (versionRow{Version: row.Version, Document: row.Document}); !latest.keeps(is) {
			c.unknown = is
		}
		if c.renewed != nil || c.after.Stock != c.before.Stock {
			planned = append(planned, c)
		}
	}
	return planned, found, nil
}

// writeImport writes changes of locked products, with their versions and events.
func (s *Store) writeImport(ctx context.Context, tx pg.Querier, actor shop.Actor, changes []importedChange) error {
	var unknown, renewed []newVersion
	var records []map[string]any
	var events []shop.Event
	for _, c := range changes {
		version := c.state.Version
		if c.unknown != nil {
			version++
			unknown = append(unknown, newVersion{c.id, version, c.unknown})
		}
		if c.renewed != nil {
			renewed = append(renewed, newVersion{c.id, version + 1, c.renewed})
		}
		write := productWrite{ProductRow: RowOf(c.after), ID: c.id, Stock: c.line.NewStock()}
		if reflect.DeepEqual(c.before.Content, c.after.Content) {
			write.Content.V = nil
		}
		records = append(records, write.record())
		events = append(events, shop.ProductWritten(shop.EventProductChanged, c.after))
		if c.after.Stock != c.before.Stock {
			events = append(events, shop.StockChanged(c.after.ID, c.after.Stock))
		}
	}
	if err := s.addUnknown(ctx, tx, unknown...); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, updateProducts, pg.JSON[[]map[string]any]{V: records}, s.db.Now()); err != nil {
		return fmt.Errorf("update products: %w", err)
	}
	if err := s.addVersions(ctx, tx, actor, renewed...); err != nil {
		return err
	}
	return s.db.Publish(ctx, tx, events...)
}
