package ops

import (
	"context"
	"fmt"

	"orrery/db/pg"
)

// renderedPageMemory is how long a rendered page is stored after its last use.
const renderedPageMemory = 7 * days

var (
	// A read seldom writes: uses are recorded once a day.
	renderedPage = pg.Prepared(`WITH used AS (UPDATE rendered_pages SET used_at = $2
			WHERE address = $1 AND used_at < $2::timestamptz - interval '1 day')
		SELECT page FROM rendered_pages WHERE address = $1`)
	storeRenderedPage = pg.Prepared(`INSERT INTO rendered_pages AS known (address, page, used_at) VALUES ($1, $2, $3)
		ON CONFLICT (address) DO UPDATE SET page = excluded.page, used_at = excluded.used_at`)
)

// RenderedPage returns the page that StoreRenderedPage last stored for the address, nil if there is none. Only the
// process itself calls it.
func (s *Store) RenderedPage(ctx context.Context, address string) ([]byte, error) {
	var found [][]byte
	if err := s.db.Pool().Select(ctx, &found, renderedPage, address, s.db.Now()); err != nil {
		return nil, fmt.Errorf("read the rendered page: %w", err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return found[0], nil
}

// StoreRenderedPage stores a page for all instances until it has not been used for a week. Only the process itself
// calls it.
func (s *Store) StoreRenderedPage(ctx context.Context, address string, page []byte) error {
	if _, err := s.db.Pool().Exec(ctx, storeRenderedPage, address, page, s.db.Now()); err != nil {
		return fmt.Errorf("store the rendered page: %w", err)
	}
	return nil
}
