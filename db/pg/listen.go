package pg

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/lib/pq"
)

const (
	// firstNotification is how long the first notification may take.
	firstNotification = 5 * time.Second
	// minReconnect and maxReconnect bound the pauses between attempts to reconnect.
	minReconnect, maxReconnect = time.Second, 4 * time.Second
	// pingInterval is how often the connection for notifications is pinged, and how long a response may take.
	pingInterval = time.Second
	// idlePings is how many pings without a query for a version precede a pause, which lasts until the next query.
	idlePings = 15
)

// Channel is a channel of LISTEN and NOTIFY on which the database publishes committed changes.
type Channel struct {
	Name    string
	Changes []Topic              // topics that a notification changes
	Notify  func(payload string) // called for each notification; nil: only the topics change
}

var notify = Prepared(`SELECT pg_notify($1, '')`)

// listenerState holds whether notifications of other processes arrive.
type listenerState struct {
	current atomic.Bool
	queried atomic.Bool   // since the last ping
	wanted  chan struct{} // receives a value when isCurrent is called while it is not
}

func (l *listenerState) isCurrent() bool {
	l.queried.Store(true)
	if l.current.Load() {
		return true
	}
	select {
	case l.wanted <- struct{}{}:
	default: // a value is pending already
	}
	return false
}

// Listening reports whether notifications of other processes arrive; no version is known while they don't.
func (db *DB) Listening() bool { return db.listener.current.Load() }

// Listen starts receiving notifications until ctx ends, and calls lost when some may have been missed. lost and the
// Notify functions must not block. Listen fails when no notification arrives: a pooler in transaction mode accepts
// LISTEN but forwards no notifications. It also starts following the replica.
func (db *DB) Listen(ctx context.Context, channels []Channel, lost func(), log *slog.Logger) error {
	listener := pq.NewListener(db.direct, minReconnect, maxReconnect, func(event pq.ListenerEventType, _ error) {
		if event == pq.ListenerEventDisconnected {
			db.listener.current.Store(false)
		}
	})
	byName := map[string]Channel{}
	for _, channel := range channels {
		byName[channel.Name] = channel
		if err := listener.Listen(channel.Name); err != nil {
			_ = listener.Close()
			return fmt.Errorf("listen to %s: %w", channel.Name, err)
		}
	}
	if err := db.awaitNotification(ctx, listener, channels[0].Name); err != nil {
		_ = listener.Close()
		return err
	}
	db.listener.current.Store(true)
	if db.replica != nil {
		go db.replica.follow(ctx, db.pool, log)
	}
	go db.keepListening(ctx, listener)
	go func() {
		defer func() {
			db.listener.current.Store(false)
			_ = listener.Close()
		}()
		for {
			select {
			case <-ctx.Done():
				return
			case n := <-listener.NotificationChannel():
				if n == nil { // the connection was lost
					db.changedUnnoticed()
					lost()
					continue
				}
				channel := byName[n.Channel]
				db.Changed(channel.Changes...)
				if channel.Notify != nil {
					channel.Notify(n.Extra)
				}
			}
		}
	}()
	return nil
}

func (db *DB) awaitNotification(ctx context.Context, listener *pq.Listener, channel string) error {
	if _, err := db.Pool().Exec(ctx, notify, channel); err != nil {
		return fmt.Errorf("try notifications: %w", err)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-listener.NotificationChannel():
		return nil
	case <-time.After(firstNotification):
		return errors.New("no notification arrives: " +
			"set DATABASE_DIRECT_URL to PostgreSQL itself where DATABASE_URL is a pooler")
	}
}

// keepListening pings the connection, since it can fail without an error. It pauses while no version is queried.
func (db *DB) keepListening(ctx context.Context, listener *pq.Listener) {
	ticks := time.NewTicker(pingInterval)
	defer ticks.Stop()
	for unneeded := 0; ctx.Err() == nil; unneeded++ {
		if db.listener.queried.Swap(false) {
			unneeded = 0
		}
		if unneeded == idlePings {
			db.listener.current.Store(false)
			select {
			case <-ctx.Done():
			case <-db.listener.wanted:
			}
			unneeded = 0
		}
		db.ping(listener)
		select {
		case <-ctx.Done():
		case <-ticks.C:
		}
	}
}

func (db *DB) ping(listener *pq.Listener) {
	late := time.AfterFunc(pingInterval, func() {
		db.listener.current.Store(false)
		db.breaker.probe()
	})
	err := listener.Ping()
	late.Stop()
	switch {
	case err != nil:
		db.listener.current.Store(false)
	case !db.listener.current.Load():
		db.changedUnnoticed()
		db.listener.current.Store(true)
	}
}
