package base

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

// SettingsRow is a version of the settings.
type SettingsRow struct {
	ID        int       `db:"id"`
	Document  []byte    `db:"document"`
	AuthorID  *string   `db:"author_id"`
	CreatedAt time.Time `db:"created_at"`
}

// Settings returns the stored settings. A field that the document lacks, since an older version of the shop wrote it,
// has its default.
func (r SettingsRow) Settings() (shop.Settings, error) {
	s := shop.DefaultSettings()
	if err := json.Unmarshal(r.Document, &s); err != nil {
		return s, fmt.Errorf("read version %d of the settings: %w", r.ID, err)
	}
	s.Version = r.ID
	return s, nil
}

// LatestSettings reads the current version of the settings.
var LatestSettings = pg.Prepared(`SELECT id, document, author_id, created_at FROM settings ORDER BY id DESC LIMIT 1`)

// settings holds the current settings in memory.
type settings struct {
	cache *pg.Cache[struct{}, shop.Settings]
	last  atomic.Pointer[shop.Settings] // for use while the database is unavailable
}

// New returns a DB over a database. Further fields are the caller's.
func New(db *pg.DB) *DB {
	return &DB{DB: db, settings: &settings{cache: pg.NewCache[struct{}, shop.Settings](db, "settings", EditsTopic, 1)}}
}

// Settings returns the current settings, with the values that the environment fixes. They are never older than the ones
// that any caller has seen before. Inside a transaction, q is its querier. While the database is unavailable, the last
// known settings are returned.
func (db *DB) Settings(ctx context.Context, q pg.Querier) (shop.Settings, error) {
	read := func() (shop.Settings, error) {
		var row SettingsRow
		switch err := q.Get(ctx, &row, LatestSettings); {
		case pg.NoRows(err):
			return shop.DefaultSettings(), nil
		case err != nil:
			return shop.Settings{}, err
		}
		return row.Settings()
	}
	if q.InTransaction() {
		s, ok := db.settings.cache.Find(struct{}{})
		var err error
		if !ok {
			s, err = read() // isn't cached: the transaction's snapshot may be older than what others have seen
		}
		return db.Fixed.Fix(s), err
	}
	s, err := db.settings.cache.Get(struct{}{}, read)
	last := db.settings.last.Load()
	if shop.IsUnavailable(err) && last != nil {
		return *last, nil
	}
	if err != nil {
		return s, fmt.Errorf("read settings: %w", err)
	}
	s = db.Fixed.Fix(s)
	// Before the notification of another process arrives, a slow read may cache less than a later one has returned.
	for last == nil || last.Version < s.Version {
		if db.settings.last.CompareAndSwap(last, &s) {
			return s, nil
		}
		last = db.settings.last.Load()
	}
	return *last, nil
}

// LastSettings returns the last known settings without a query, for use while requests can't be served.
func (db *DB) LastSettings() shop.Settings {
	if last := db.settings.last.Load(); last != nil {
		return *last
	}
	return shop.DefaultSettings()
}

// ReplyBy returns the deadline for replying to what arrived at that time.
func (db *DB) ReplyBy(ctx context.Context, q pg.Querier, came time.Time) (time.Time, error) {
	s, err := db.Settings(ctx, q)
	return s.WorkingDays().ReplyBy(came), err
}
