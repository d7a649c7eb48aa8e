package catalogue

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

const (
	// maxSweptFiles limits how many uploaded files one sweep deletes: it holds their locks meanwhile.
	maxSweptFiles = 25
	// searchedProducts is how many products one statement searches for uploads.
	searchedProducts = 2000
)

// UploadColumns are the columns that can name an upload, as table.column: products, team and settings, and all drafts
// and versions. Drafts are searched before products and texts, so that uploads of a draft that is published meanwhile
// are found.
var UploadColumns = []string{
	"product_drafts.changes", "products.image", "products.gallery", "products.video", "products.content",
	"product_versions.document",
	"team_members.avatar", "settings.document", "text_drafts.document", "texts.document",
}

// productKeys are the columns with a product's key in the tables that grow with the number of products.
var productKeys = map[string]string{"products": "id", "product_versions": "product_id", "product_drafts": "product_id"}

var (
	// namedUploads returns the hashes in the URLs of each of UploadColumns. Those of products are searched for the
	// products with keys in ($1, $2].
	namedUploads = func() map[string]pg.Statement {
		statements := map[string]pg.Statement{}
		for _, name := range UploadColumns {
			table, column, _ := strings.Cut(name, ".")
			statement := fmt.Sprintf(`SELECT DISTINCT found[1]
				FROM %s, regexp_matches(%s::text, '/media/([0-9a-f]{32})', 'g') AS found`, table, column)
			if key, ok := productKeys[table]; ok {
				statement += fmt.Sprintf(` WHERE %[1]s > $1 AND %[1]s <= $2`, key)
			}
			statements[name] = pg.Prepared(statement)
		}
		return statements
	}()
	nextProducts = pg.Prepared(`SELECT coalesce(max(id), 0)
		FROM (SELECT id FROM products WHERE id > $1 ORDER BY id LIMIT $2) AS next`)
	markUnused = pg.Prepared(`UPDATE uploads SET unused_since = CASE WHEN unused_since IS NULL THEN $2::timestamptz END
		WHERE id IN (SELECT u.id FROM uploads u LEFT JOIN unnest($1::text[]) AS named (hash) USING (hash)
			WHERE (u.unused_since IS NULL) = (named.hash IS NULL) LIMIT $3 FOR UPDATE OF u SKIP LOCKED)`)
	unusedHashes = pg.Prepared(`SELECT hash FROM uploads u WHERE unused_since IS NOT NULL
		GROUP BY hash HAVING max(unused_since) <= $1
			AND NOT EXISTS (SELECT FROM uploads o WHERE o.hash = u.hash AND o.unused_since IS NULL)
		ORDER BY max(unused_since), hash LIMIT $2`)
	// An upload takes the lock of its content before its row is inserted.
	lockUploads = pg.Prepared(`SELECT pg_advisory_xact_lock(hashtextextended('upload ' || hash, 0))
		FROM unnest($1::text[]) AS hash`)
	// Who names an upload shares the lock of its row.
	lockUnused = pg.Prepared(`SELECT ` + uploadColumns + `, u.unused_since FROM uploads u WHERE u.hash = any($1)
		ORDER BY u.id FOR UPDATE`)
	deleteUploads = pg.Prepared(`DELETE FROM uploads WHERE hash = any($1)`)
)

// SweepUploads deletes uploads that nothing has named for shop.UnusedUploadMemory, at most 25 files: their rows, and
// with remove their files by name. It needs no authorisation: only the process itself calls it.
func (s *Store) SweepUploads(ctx context.Context, remove func(ctx context.Context, name string) error) error {
	now := s.db.Now()
	named, err := namedHashes(ctx, s.db.Pool())
	if err != nil {
		return fmt.Errorf("sweep uploads: %w", err)
	}
	if _, err := s.db.Pool().Exec(ctx, markUnused, named, now, base.SweepRows); err != nil {
		return fmt.Errorf("sweep uploads: mark unused ones: %w", err)
	}
	before := now.Add(-shop.UnusedUploadMemory)
	var hashes []string
	if err := s.db.Pool().Select(ctx, &hashes, unusedHashes, before, maxSweptFiles); err != nil {
		return fmt.Errorf("sweep uploads: find unused ones: %w", err)
	}
	if len(hashes) == 0 {
		return nil
	}
	slices.Sort(hashes) // all sweeps take the locks in the same order
	err = s.db.InTx(ctx, func(tx pg.Querier) error { return deleteUnused(ctx, tx, hashes, before, remove) })
	if err != nil {
		return fmt.Errorf("sweep uploads: %w", err)
	}
	return nil
}

// namedHashes returns the hashes of all uploads that something names; it can miss one that is named meanwhile, unless
// the uploads are locked. It searches a part of the products at a time.
func namedHashes(ctx context.Context, q pg.Querier) (pq.StringArray, error) {
	named := map[string]bool{}
	search := func(ofProducts bool, args ...any) error {
		for _, column := range UploadColumns {
			table, _, _ := strings.Cut(column, ".")
			if _, ok := productKeys[table]; ok != ofProducts {
				continue
			}
			var found []string
			if err := q.Select(ctx, &found, namedUploads[column], args...); err != nil {
				return fmt.Errorf("search %s: %w", column, err)
			}
			for _, hash := range found {
				named[hash] = true
			}
		}
		return nil
	}
	if err := search(false); err != nil {
		return nil, err
	}
	for after := int64(0); ; {
		var last int64
		if err := q.Get(ctx, &last, nextProducts, after, searchedProducts); err != nil {
			return nil, fmt.Errorf("list products: %w", err)
		}
		if last == 0 {
			return slices.AppendSeq(pq.StringArray{}, maps.Keys(named)), nil
		}
		if err := search(true, after, last); err != nil {
			return nil, err
		}
		after = last
	}
}

// deleteUnused deletes the uploads with these hashes that are still unused once they are locked. Their files go before
// the commit, which ends the locks: content that is uploaded again waits, and is stored after its files were deleted.
func deleteUnused(ctx context.Context, tx pg.Querier, hashes pq.StringArray, before time.Time,
	remove func(ctx context.Context, name string) error) error {
	if _, err := tx.Exec(ctx, lockUploads, hashes); err != nil {
		return fmt.Errorf("lock content: %w", err)
	}
	var rows []struct {
		uploadRow
		UnusedSince *time.Time `db:"unused_since"`
	}
	if err := tx.Select(ctx, &rows, lockUnused, hashes); err != nil {
		return fmt.Errorf("lock uploads: %w", err)
	}
	used, err := namedHashes(ctx, tx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.UnusedSince == nil || row.UnusedSince.After(before) {
			used = append(used, row.Hash)
		}
	}
	hashes = slices.DeleteFunc(hashes, func(hash string) bool { return slices.Contains(used, hash) })
	if _, err := tx.Exec(ctx, deleteUploads, hashes); err != nil {
		return fmt.Errorf("delete rows: %w", err)
	}
	files := []string{}
	for _, row := range rows {
		if slices.Contains(hashes, row.Hash) {
			files = append(files, row.files()...)
		}
	}
	slices.Sort(files)
	for _, name := range slices.Compact(files) {
		if err := remove(ctx, name); err != nil {
			return fmt.Errorf("delete file %s: %w", name, err)
		}
	}
	return nil
}

// files returns the names of the upload's files.
func (r uploadRow) files() []string {
	switch {
	case r.Bytes == nil:
		picture := r.upload()
		names := make([]string, len(picture.Widths))
		for i, width := range picture.Widths {
			names[i] = picture.Name(width)
		}
		return names
	case r.Format == filmFormat:
		return []string{r.film().Name()}
	case r.Format == captionsFormat:
		return []string{r.captions().Name()}
	}
	return []string{r.document().Name()}
}
