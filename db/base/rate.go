package base

import (
	"context"
	"fmt"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

// A window begins with the first attempt; the first attempt after its end begins another one.
var countAttempt = pg.Prepared(`INSERT INTO attempts AS a (kind, subject, tries, expires_at) VALUES ($1, $2, 1, $3)
	ON CONFLICT (kind, subject) DO UPDATE SET
		tries      = CASE WHEN a.expires_at <= $4 THEN 1 ELSE a.tries + 1 END,
		expires_at = CASE WHEN a.expires_at <= $4 THEN excluded.expires_at ELSE a.expires_at END
	RETURNING tries, expires_at`)

var forgetAttempts = pg.Prepared(`DELETE FROM attempts WHERE kind = $1 AND subject = $2`)

// CountAttempt counts one attempt of the subject, a network address as shop.Network; RATE_LIMITED when the limit is
// exceeded. It must be called before the attempt, so that concurrent attempts can't exceed the limit. Any actor may
// call it.
func (db *DB) CountAttempt(ctx context.Context, _ shop.Actor, rate shop.Rate, subject string) error {
	now := db.Now()
	var row struct {
		Tries     int       `db:"tries"`
		ExpiresAt time.Time `db:"expires_at"`
	}
	if err := db.Pool().Get(ctx, &row, countAttempt,
		rate.Name, shop.Network(subject), now.Add(rate.Window), now); err != nil {
		return fmt.Errorf("count attempt: %w", err)
	}
	if row.Tries > rate.Max {
		return rate.Exceeded(row.ExpiresAt.Sub(now))
	}
	return nil
}

// ForgetLogins deletes the counted sign-ins to an account from anywhere and from the actor's network, whose user has
// proven to own the account.
func (db *DB) ForgetLogins(ctx context.Context, tx pg.Querier, actor shop.Actor, email string) error {
	if err := db.ForgetAttempts(ctx, tx, shop.LoginFromAnywhere, email); err != nil {
		return err
	}
	return db.ForgetAttempts(ctx, tx, shop.LoginPerAccount, shop.LoginSubject(email, actor.Address))
}

// ForgetAttempts deletes the counted attempts of a subject that has proven its identity.
func (db *DB) ForgetAttempts(ctx context.Context, tx pg.Querier, rate shop.Rate, subject string) error {
	_, err := tx.Exec(ctx, forgetAttempts, rate.Name, subject)
	return err
}
