package content

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// cachedTexts is how many rendered versions are cached: all current ones, and some that are read rarely.
const cachedTexts = 64

// editionsByName holds all versions of each text, newest first.
type editionsByName map[shop.TextName][]shop.TextEdition

// valid returns the versions of a text that are or were current at that time, newest first.
func (e editionsByName) valid(name shop.TextName, now time.Time) []shop.TextEdition {
	valid := []shop.TextEdition{}
	for i, state := range shop.StatesOf(e[name], now) {
		if state == shop.TextVersionCurrent || state == shop.TextVersionPast {
			valid = append(valid, e[name][i])
		}
	}
	return valid
}

// renderedText identifies a version of a text with the values of a version of the settings. It never changes.
type renderedText struct {
	name     shop.TextName
	version  int
	settings int
}

// texts holds the texts that are read often in memory. It is safe for concurrent use.
type texts struct {
	db    *base.DB
	cache *pg.Cache[struct{}, editionsByName]
	next  atomic.Int64 // when a planned version becomes current, in Unix nanoseconds; 0: never

	mu       sync.Mutex
	last     editionsByName // the most versions of each text that any caller has seen
	rendered *simplelru.LRU[renderedText, shop.PublicText]
}

func newTexts(db *base.DB) *texts {
	rendered, _ := simplelru.NewLRU[renderedText, shop.PublicText](cachedTexts, nil) // fails only for a size of 0
	return &texts{db: db, cache: pg.NewCache[struct{}, editionsByName](db.DB, "texts", base.EditsTopic, 1),
		last: editionsByName{}, rendered: rendered}
}

// editions returns all versions, never fewer than any caller has seen before. While the database is unavailable, those
// that were last known are returned.
func (t *texts) editions(ctx context.Context) (editionsByName, error) {
	read, err := t.cache.Get(struct{}{}, func() (editionsByName, error) {
		var rows []struct {
			Name shop.TextName `db:"name"`
			shop.TextEdition
		}
		if err := t.db.Pool().Select(ctx, &rows, textEditions); err != nil {
			return nil, err
		}
		all := editionsByName{}
		for _, r := range rows {
			all[r.Name] = append(all[r.Name], r.TextEdition)
		}
		return all, nil
	})
	now := t.db.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil && (!shop.IsUnavailable(err) || len(t.last) == 0) {
		return nil, err
	}
	// Before the notification of another process arrives, a slow read may cache less than a later one has returned.
	for name, editions := range read {
		if len(editions) > len(t.last[name]) {
			t.last[name] = editions
		}
	}
	if due := t.next.Swap(t.last.next(now)); due != 0 && now.UnixNano() >= due {
		t.db.Changed(base.PublicTopic, base.EditsTopic)
	}
	return maps.Clone(t.last), nil
}

// next returns when the next planned version becomes current.
func (e editionsByName) next(now time.Time) (next int64) {
	for _, editions := range e {
		for _, one := range editions {
			if at := one.ValidFrom.UnixNano(); one.Planned && now.Before(one.ValidFrom) && (next == 0 || at < next) {
				next = at
			}
		}
	}
	return next
}

// CountDueTexts counts a change of public data when a planned text has become current since it was last called, so that
// what was cached before is not used after. It needs no authorisation.
func (s *Store) CountDueTexts() {
	next := s.texts.next.Load()
	if next != 0 && s.db.Now().UnixNano() >= next && s.texts.next.CompareAndSwap(next, 0) {
		s.db.Changed(base.PublicTopic, base.EditsTopic)
	}
}

// render returns a version of a text with the values of the settings.
func (t *texts) render(ctx context.Context, name shop.TextName, edition shop.TextEdition,
	settings shop.Settings) (shop.PublicText, error) {
	key := renderedText{name, edition.Version, settings.Version}
	t.mu.Lock()
	text, found := t.rendered.Get(key)
	t.mu.Unlock()
	if found {
		return text, nil
	}
	// A version never changes, so a replica that is behind has it right or not at all.
	var row versionRow[shop.TextDocument]
	switch err := t.db.PrimaryFirst().Get(ctx, &row, textVersion, name, edition.Version); {
	case pg.NoRows(err): // the replica doesn't have it yet, and the primary is unavailable
		return text, shop.Unreachable()
	case err != nil:
		return text, fmt.Errorf("read text: %w", err)
	}
	text = row.Document.V.Arrange(name).Render(settings)
	text.Name, text.Version, text.ValidFrom = name, edition.Version, edition.ValidFrom
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rendered.Add(key, text)
	return text, nil
}
