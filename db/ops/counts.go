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

// shareEvery is the interval at which instances synchronise their counters. A client can exceed its limit by as much as
// it uses within this interval.
const shareEvery = 2 * time.Second

// Counts counts the usage of each caller per minute, across all instances: usage on this instance is counted
// immediately, usage on other instances within two seconds. It implements httprate.LimitCounter and is safe for
// concurrent use.
type Counts struct {
	name string

	mu       sync.Mutex
	minute   time.Time
	used     map[string]*used // by caller, in that minute
	previous map[string]*used // by caller, in the minute before
}

type used struct {
	all      int // on all instances: the last synchronised total and the local usage since
	unshared int // the part on this instance since the last synchronisation
}

// Counts returns a counter with a name that is the same on all instances. Only the process itself calls it, before
// ShareCounts.
func (s *Store) Counts(name string) *Counts {
	c := &Counts{name: name, used: map[string]*used{}, previous: map[string]*used{}}
	s.counts = append(s.counts, c)
	return c
}

// Config implements httprate.LimitCounter. It ignores its arguments: the window is always a minute, and limits are set
// per caller.
func (c *Counts) Config(int, time.Duration) {}

// Increment adds one to the usage of a caller in a minute.
func (c *Counts) Increment(caller string, minute time.Time) error {
	return c.IncrementBy(caller, minute, 1)
}

// IncrementBy adds amount to the usage of a caller in a minute. It never fails.
func (c *Counts) IncrementBy(caller string, minute time.Time, amount int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.startMinute(minute)
	u := c.used[caller]
	if u == nil {
		u = &used{}
		c.used[caller] = u
	}
	u.all += amount
	u.unshared += amount
	return nil
}

// Get returns the usage of a caller in this minute and in the previous one. It never fails.
func (c *Counts) Get(caller string, minute, _ time.Time) (now, before int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.startMinute(minute)
	if u := c.used[caller]; u != nil {
		now = u.all
	}
	if u := c.previous[caller]; u != nil {
		before = u.all
	}
	return now, before, nil
}

// startMinute starts a new minute if minute is later than the current one.
func (c *Counts) startMinute(minute time.Time) {
	if !minute.After(c.minute) {
		return
	}
	if minute.Sub(c.minute) > time.Minute {
		clear(c.used)
	}
	clear(c.previous)
	c.minute, c.used, c.previous = minute, c.previous, c.used
}

// unshared returns the usage that has not been shared yet, by the keys of the table.
func (c *Counts) unshared() (minute time.Time, callers []string, keys [][]byte, amounts []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for caller, u := range c.used {
		if u.unshared == 0 {
			continue
		}
		key := sha256.Sum256([]byte(c.name + "\x00" + caller))
		callers, keys, amounts = append(callers, caller), append(keys, key[:16]), append(amounts, int64(u.unshared))
	}
	return c.minute, callers, keys, amounts
}

// setTotal records that an amount of a caller's usage has been shared, and sets the usage to its synchronised total on
// all instances plus what has not been shared yet, unless the local value is higher.
func (c *Counts) setTotal(minute time.Time, caller string, shared int64, all int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.used[caller]; u != nil && c.minute.Equal(minute) {
		u.unshared -= int(shared)
		u.all = max(u.all, all+u.unshared)
	}
}

var (
	shareCounts = pg.Prepared(`INSERT INTO caller_counts AS known (minute, caller, count)
		SELECT $1, caller, count FROM unnest($2::bytea[], $3::bigint[]) AS own (caller, count) ORDER BY caller
		ON CONFLICT (minute, caller) DO UPDATE SET count = known.count + excluded.count RETURNING caller, count`)
)

// ShareCounts synchronises the counters with those of other instances until ctx is cancelled. Without the database,
// each instance counts only its own usage, and shares it as soon as it can in the same minute. Only the process itself
// calls it.
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
	minute, callers, keys, amounts := c.unshared()
	if len(callers) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, shareEvery)
	defer cancel()
	var rows []struct {
		Caller []byte `db:"caller"`
		Count  int    `db:"count"`
	}
	if err := s.db.Pool().Select(ctx, &rows, shareCounts, minute, pq.ByteaArray(keys),
		pq.Int64Array(amounts)); err != nil {
		return fmt.Errorf("share what callers use: %w", err)
	}
	indexes := make(map[string]int, len(keys))
	for i, key := range keys {
		indexes[string(key)] = i
	}
	for _, row := range rows {
		i := indexes[string(row.Caller)]
		c.setTotal(minute, callers[i], amounts[i], row.Count)
	}
	return nil
}
