package base

import (
	"context"
	"encoding/json"
	"fmt"

	"orrery/db/pg"
	"orrery/shop"
)

var insertJob = pg.Changing(WorkTopic, `INSERT INTO jobs (id, kind, args, due_at, created_at, expires_at) VALUES ($1, $2, $3, $4, $4, $5)`)

// Enqueue writes a mail into the transaction of its cause: it is sent if that commits, and only then. What is beyond
// shop.MailsPerAddress is not sent, and its cause goes on as if it were.
func (db *DB) Enqueue(ctx context.Context, tx pg.Querier, mail shop.Mail) error {
	_, err := db.EnqueueWithin(ctx, tx, mail)
	return err
}

// EnqueueWithin is enqueue for a caller who wants to know whether the mail is within shop.MailsPerAddress.
func (db *DB) EnqueueWithin(ctx context.Context, tx pg.Querier, mail shop.Mail) (within bool, err error) {
	if within, err = db.countMail(ctx, tx, mail); err != nil || !within {
		return within, err
	}
	id, err := pg.NewID()
	if err != nil {
		return within, err
	}
	args, err := json.Marshal(mail)
	if err != nil {
		return within, fmt.Errorf("write the mail %s: %w", mail.Kind(), err)
	}
	now := db.Now()
	if _, err := tx.Exec(ctx, insertJob, id, mail.Kind(), string(args), now, now.Add(shop.MailLife(mail))); err != nil {
		return within, fmt.Errorf("enqueue the mail %s: %w", mail.Kind(), err)
	}
	return within, nil
}

var (
	// No row comes back for the own address of an account that has verified it, unless somebody else may have typed it.
	countMail = pg.Prepared(`INSERT INTO attempts AS a (kind, subject, tries, expires_at)
		SELECT $1, $2, 1, $3 WHERE $5 OR NOT EXISTS (SELECT FROM users WHERE email = $6 AND email_verified_at IS NOT NULL)
		ON CONFLICT (kind, subject) DO UPDATE SET
			tries      = CASE WHEN a.expires_at <= $4 THEN 1 ELSE a.tries + 1 END,
			expires_at = CASE WHEN a.expires_at <= $4 THEN excluded.expires_at ELSE a.expires_at END
		RETURNING tries`)
	addressToVerify = pg.Prepared(`SELECT coalesce(pending_email, email) FROM users WHERE id = $1`)
)

// countMail counts a mail to an address that may be a stranger's, and tells whether it may be sent. It belongs to the transaction, so that
// only mails that are sent count.
func (db *DB) countMail(ctx context.Context, tx pg.Querier, mail shop.Mail) (within bool, err error) {
	to := mail.Addressee().Email
	switch m := mail.(type) {
	case shop.VerificationMail:
		if err := tx.Get(ctx, &to, addressToVerify, m.UserID); err != nil {
			return false, fmt.Errorf("read the address to verify: %w", err)
		}
	case shop.PasswordResetMail:
		to = m.Email
	case shop.PreOrderMovedMail, shop.AccountDeletedMail: // its address was confirmed; an account is deleted once, and nothing of it stays
		return true, nil
	}
	if to == "" { // the company itself
		return true, nil
	}
	now, bound := db.Now(), shop.MailsPerAddress
	var sent int
	switch err := tx.Get(ctx, &sent, countMail, bound.Name, shop.Mailbox(to), now.Add(bound.Window), now, shop.Typed(mail), to); {
	case pg.NoRows(err):
		return true, nil
	case err != nil:
		return false, fmt.Errorf("count the mail %s: %w", mail.Kind(), err)
	}
	return sent <= bound.Max, nil
}
