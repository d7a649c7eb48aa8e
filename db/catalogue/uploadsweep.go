package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// maxSweptFiles limits how many uploaded files one sweep deletes: it holds their locks meanwhile.
const maxSweptFiles = 25

// UploadColumns are the columns that can name an upload, as table.column: products, team and settings, and all drafts
// and versions.
var UploadColumns = []string{
	"products.image", "products.gallery", "products.video", "products.content",
	"product_versions.document", "product_drafts.changes",
	"team_members.avatar", "settings.document", "texts.document", "text_drafts.document",
}

var (
	// namedUploads return the hashes in the URLs of a column, one statement for each of UploadColumns.
	namedUploads = func() (statements []pg.Statement) {
		for _, name := range UploadColumns {
			table, column, _ := strings.Cut(name, ".")
			statements = append(statements, pg.Prepared(fmt.Sprintf(`SELECT DISTINCT found[1]
				FROM %s, regexp_matches(%s::text, '/media/([0-9a-f]{32})', 'g') AS found`, table, column)))
		}
		return statements
	}()
	markUnused = pg.Prepared(`UPDATE uploads
		SET unused_since = CASE WHEN hash <> ALL ($1::text[]) THEN $2::timestamptz END
		WHERE id IN (SELECT id FROM uploads WHERE (unused_since IS NULL) = (hash <> ALL ($1::text[]))
			LIMIT $3 FOR UPDATE SKIP LOCKED)`)
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

// namedHashes returns the hashes of all uploads that something names.
func namedHashes(ctx context.Context, q pg.Querier) (pq.StringArray, error) {
	all := pq.StringArray{}
	for i, statement := range namedUploads {
		var found []string
		if err := q.Select(ctx, &found, statement); err != nil {
			return nil, fmt.Errorf("search %s: %w", UploadColumns[i], err)
		}
		all = append(all, found...)
	}
	return all, nil
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
