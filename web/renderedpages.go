package web

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"orrery/db"
)

const (
	popularPages    = 10          // are at most rendered again after a change, before somebody asks for them
	popularVisits   = 10          // since the last changes: of fewer, hardly anyone would come while a page is rendered
	renewalInterval = time.Second // between two renewals, which bounds their share of the processors
	quietIntervals  = 15          // without a visitor, after which pages are not renewed
)

// shelf holds rendered pages in the database. Without it, pages are rendered more often.
type shelf struct {
	store *db.Store
	log   *slog.Logger
}

func (s shelf) Page(ctx context.Context, address string) []byte {
	page, err := s.store.Ops.RenderedPage(ctx, address)
	if err != nil {
		s.log.WarnContext(ctx, "no rendered page from the database", "path", address, "error", err)
	}
	return page
}

func (s shelf) StorePage(ctx context.Context, address string, page []byte) {
	if err := s.store.Ops.StoreRenderedPage(ctx, address, page); err != nil {
		s.log.WarnContext(ctx, "rendered page not stored", "path", address, "error", err)
	}
}

// renewPages renders the pages that were requested most again after each change of public data, until ctx ends. Without
// visitors it asks for no changes, so that the connection on which they arrive may rest.
func (s *site) renewPages(ctx context.Context) {
	ticks := time.NewTicker(renewalInterval)
	defer ticks.Stop()
	renewed, _ := s.Store.Changes()
	for quiet := 0; ; quiet++ {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		if s.visited.Swap(false) {
			quiet = 0
		}
		if quiet >= quietIntervals {
			continue
		}
		changes, known := s.Store.Changes()
		if !known || changes == renewed {
			continue
		}
		renewed = changes
		for _, path := range s.pages.Popular(popularPages, popularVisits) {
			s.renew(ctx, path)
		}
	}
}

func (s *site) renew(ctx context.Context, path string) {
	ctx, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	s = s.current(ctx)
	v := readView(path, "", s.shop)
	s.rendered(ctx, s.find(ctx, path, v), &url.URL{Path: path}, v)
}
