// Package base contains what all stores share: the topics of change notifications, transactions on behalf of an
// actor, events and mails that are written in such a transaction, rate limits, and the mapping of the schema's
// constraints to errors.
package base

import (
	"context"
	"encoding/json"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

// SweepRows limits how many rows one statement of a sweep deletes, so that it takes far less time than the statement
// timeout and does not block other transactions with its locks for long.
const SweepRows = 1000

// Topics of change notifications: for data that is cached in memory, and for work that is done in the background.
const (
	// PublicTopic covers the data that any visitor may read.
	PublicTopic pg.Topic = iota
	// EditsTopic is PublicTopic without changes of only the stock, which every order makes.
	EditsTopic
	// SessionsTopic covers sessions and the rights of their users.
	SessionsTopic
	// WorkTopic covers jobs, deliveries, and events to publish.
	WorkTopic
)

// DB is the database with the settings that stores need.
type DB struct {
	*pg.DB
	Terms shop.Terms
	Now   func() time.Time

	AdminFactor     bool // administrators need a second factor
	PrivateWebhooks bool // webhooks may have addresses that are not public

	Fixed shop.FixedSettings // override the stored settings

	settings *settings
}

var markActor = pg.Prepared(`SELECT set_config('orrery.actor', $1, true)`)

// InTxAs runs do in a transaction on behalf of an actor. Database triggers write what an administrator, staff or an API
// key changes in it to the audit log (db/migrations: audit), so use cases need no code of their own for that.
func (db *DB) InTxAs(ctx context.Context, actor shop.Actor, do func(pg.Querier) error) error {
	if !actor.Staff() && actor.Key == nil {
		return db.InTx(ctx, do)
	}
	return db.InAuditedTx(ctx, actor, do)
}

// InAuditedTx is like InTxAs, but the audit log also gets the changes of an actor who is not
// staff: one who becomes staff, or an agent.
func (db *DB) InAuditedTx(ctx context.Context, actor shop.Actor, do func(pg.Querier) error) error {
	who := map[string]any{"id": actor.Account(), "address": actor.Address, "at": db.Now()}
	if actor.Key != nil {
		who["key"] = actor.Key.ID
	}
	if actor.Platform != nil {
		who["id"], who["agent"] = shop.NoAccount, actor.Platform.Profile
	}
	mark, err := json.Marshal(who)
	if err != nil {
		return err
	}
	return db.InTx(ctx, func(tx pg.Querier) error {
		if _, err := tx.Exec(ctx, markActor, string(mark)); err != nil {
			return err
		}
		return do(tx)
	})
}
