package ops

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
)

// shareEvery is how often instances tell each other what callers have used; so much more than their share can these get.
const shareEvery = 2 * time.Second

// Counts counts what callers use in each minute, together with all other instances: at once what they use here, two seconds later
// what they use elsewhere. It is a httprate.LimitCounter and safe for concurrent use.
type Counts struct {
	name string

	mu       sync.Mutex
	minute   time.Time
	used     map[string]*used // in that minute
	previous map[string]*used // and in the one before
}

type used struct {
	all    int // as far as is known
	untold int // of that by this instance, since it last told the others
}

// Counts counts something under a name that all instances give it. Only the process itself calls it, before ShareCounts.
func (s *Store) Counts(name string) *Counts {
	c := &Counts{name: name, used: map[string]*used{}, previous: map[string]*used{}}
	s.counts = append(s.counts, c)
	return c
}

// Config is of httprate: the window is a minute, and limits are the callers' own.
func (c *Counts) Config(int, time.Duration) {}

// Increment counts one.
func (c *Counts) Increment(caller string, minute time.Time) error {
	return c.IncrementBy(caller, minute, 1)
}

// IncrementBy counts so many. It never fails.
func (c *Counts) IncrementBy(caller string, minute time.Time, amount int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn(minute)
	u := c.used[caller]
	if u == nil {
		u = &used{}
		c.used[caller] = u
	}
	u.all += amount
	u.untold += amount
	return nil
}

// Get returns what a caller has used in this minute and in the one before. It never fails.
func (c *Counts) Get(caller string, minute, _ time.Time) (now, before int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn(minute)
	if u := c.used[caller]; u != nil {
		now = u.all
	}
	if u := c.previous[caller]; u != nil {
		before = u.all
	}
	return now, before, nil
}

// turn begins a new minute.
func (c *Counts) turn(minute time.Time) {
	if !minute.After(c.minute) {
		return
	}
	if minute.Sub(c.minute) > time.Minute {
		clear(c.used)
	}
	clear(c.previous)
	c.minute, c.used, c.previous = minute, c.previous, c.used
}

// take returns what has not been told, by the keys of the table.
func (c *Counts) take() (minute time.Time, callers []string, keys [][]byte, amounts []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for caller, u := range c.used {
		if u.untold == 0 {
			continue
		}
		key := sha256.Sum256([]byte(c.name + "\x00" + caller))
		callers, keys, amounts = append(callers, caller), append(keys, key[:16]), append(amounts, int64(u.untold))
		u.untold = 0
	}
	return c.minute, callers, keys, amounts
}

// hear takes in what a caller has used everywhere.
func (c *Counts) hear(minute time.Time, caller string, all int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.used[caller]; u != nil && c.minute.Equal(minute) {
		u.all = max(u.all, all+u.untold)
	}
}

var (
	shareCounts = pg.Prepared(`INSERT INTO caller_counts AS known (minute, caller, count)
		SELECT $1, caller, count FROM unnest($2::bytea[], $3::bigint[]) AS own (caller, count) ORDER BY caller
		ON CONFLICT (minute, caller) DO UPDATE SET count = known.count + excluded.count RETURNING caller, count`)
)

// ShareCounts tells other instances what callers use here, and hears what they use there, until ctx ends. Without the database
// each instance counts for itself. Only the process itself calls it.
func (s *Store) ShareCounts(ctx context.Context, log *slog.Logger) {
	ticks := time.NewTicker(shareEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		for _, c := range s.counts {
			if err := s.share(ctx, c); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "callers are counted by this instance alone", "error", err)
			}
		}
	}
}

func (s *Store) share(ctx context.Context, c *Counts) error {
	minute, callers, keys, amounts := c.take()
	if len(callers) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, shareEvery)
	defer cancel()
	var rows []struct {
		Caller []byte `db:"caller"`
		Count  int    `db:"count"`
	}
	if err := s.db.Pool().Select(ctx, &rows, shareCounts, minute, pq.ByteaArray(keys), pq.Int64Array(amounts)); err != nil {
		return fmt.Errorf("share what callers use: %w", err)
	}
	names := make(map[string]string, len(callers))
	for i, key := range keys {
		names[string(key)] = callers[i]
	}
	for _, row := range rows {
		c.hear(minute, names[string(row.Caller)], row.Count)
	}
	return nil
}
