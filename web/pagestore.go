package web

import (
	"context"
	"log/slog"

	"orrery/db"
)

// pageStore holds rendered pages in the database. Without it, pages are rendered more often.
type pageStore struct {
	store *db.Store
	log   *slog.Logger
}

func (s pageStore) Page(ctx context.Context, address string) []byte {
	page, err := s.store.Ops.RenderedPage(ctx, address)
	if err != nil {
		s.log.WarnContext(ctx, "no rendered page from the database", "path", address, "error", err)
	}
	return page
}

func (s pageStore) StorePage(ctx context.Context, address string, page []byte) {
	if err := s.store.Ops.StoreRenderedPage(ctx, address, page); err != nil {
		s.log.WarnContext(ctx, "rendered page not stored", "path", address, "error", err)
	}
}
