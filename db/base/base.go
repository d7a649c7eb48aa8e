// Package base is what the stores of all nouns share: topics of change, transactions on behalf of an actor, events and mails written in
// them, rate limits, and the rules behind the constraints of the schema.
package base

import (
	"context"
	"encoding/json"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

// SweepRows bounds what one statement of a sweep forgets, so that it stays far below answerWithin and nobody waits for its locks.
const SweepRows = 1000

// What is kept in memory, or done later, and therefore has to be known to have changed.
const (
	// PublicTopic is what everybody may read.
	PublicTopic pg.Topic = iota
	// EditsTopic is PublicTopic without changes of stock alone, which every order makes.
	EditsTopic
	// SessionsTopic is who is signed in, and with which rights.
	SessionsTopic
	// WorkTopic is jobs, deliveries, and events to publish.
	WorkTopic
)

// DB is the database with what stores need beside it.
type DB struct {
	*pg.DB
	Terms shop.Terms
	Now   func() time.Time

	AdminFactor bool // administrators need the second factor

	WorkingDays shop.WorkingDays // on which replies are promised
}

var markActor = pg.Prepared(`SELECT set_config('orrery.actor', $1, true)`)

// InTxAs runs do in a transaction on behalf of an actor: the database logs what an administrator or an API key changes in it
// (db/migrations: audit), so that no use case can forget to.
func (db *DB) InTxAs(ctx context.Context, actor shop.Actor, do func(pg.Querier) error) error {
	if actor.Role != shop.RoleAdmin && actor.Key == nil {
		return db.InTx(ctx, do)
	}
	who := map[string]any{"id": actor.Account(), "address": actor.Address, "at": db.Now()}
	if actor.Key != nil {
		who["key"] = actor.Key.ID
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
