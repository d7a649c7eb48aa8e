package db

import (
	"context"
	"encoding/json"

	"orrery/db/pg"
	"orrery/shop"
)

// sweepRows bounds what one statement of a sweep forgets, so that it stays far below answerWithin and nobody waits for its locks.
const sweepRows = 1000

// What is kept in memory, or done later, and therefore has to be known to have changed.
const (
	// publicTopic is what everybody may read.
	publicTopic pg.Topic = iota
	// editsTopic is publicTopic without changes of stock alone, which every order makes.
	editsTopic
	// sessionsTopic is who is signed in, and with which rights.
	sessionsTopic
	// workTopic is jobs, deliveries, and events to publish.
	workTopic
)

var markActor = pg.Prepared(`SELECT set_config('orrery.actor', $1, true)`)

// inTxOf runs do in a transaction on behalf of an actor: the database logs what an administrator or an API key changes in it
// (db/migrations: audit), so that no use case can forget to.
func (s *Store) inTxOf(ctx context.Context, actor shop.Actor, do func(pg.Querier) error) error {
	if actor.Role != shop.RoleAdmin && actor.Key == nil {
		return s.pg.InTx(ctx, do)
	}
	who := map[string]any{"id": actor.Account(), "address": actor.Address, "at": s.now()}
	if actor.Key != nil {
		who["key"] = actor.Key.ID
	}
	mark, err := json.Marshal(who)
	if err != nil {
		return err
	}
	return s.pg.InTx(ctx, func(tx pg.Querier) error {
		if _, err := tx.Exec(ctx, markActor, string(mark)); err != nil {
			return err
		}
		return do(tx)
	})
}
