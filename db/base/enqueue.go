package base

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var (
	insertJob = pg.Changing(WorkTopic, `INSERT INTO jobs (id, kind, args, due_at, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $4, $5)`)
	insertJobs = pg.Changing(WorkTopic, `INSERT INTO jobs (id, kind, args, due_at, created_at, expires_at)
		SELECT unnest($1::uuid[]), $2, unnest($3::jsonb[]), $4, $4, $5`)
)

// Enqueue queues a mail in the transaction that causes it, so that it is sent if and only if the transaction commits.
// A mail beyond shop.MailsPerAddress is silently not sent.
func (db *DB) Enqueue(ctx context.Context, tx pg.Querier, mail shop.Mail) error {
	_, err := db.EnqueueWithin(ctx, tx, mail)
	return err
}

// EnqueueWithin is like Enqueue and also reports whether the mail is within shop.MailsPerAddress.
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

// EnqueueAll is Enqueue for any number of mails of one kind to addresses whose owners have asked for them by a link in
// an email. They are not counted.
func EnqueueAll[M shop.Mail](ctx context.Context, db *DB, tx pg.Querier, mails []M) error {
	if len(mails) == 0 {
		return nil
	}
	ids, args := make(pq.StringArray, len(mails)), make(pq.StringArray, len(mails))
	for i, mail := range mails {
		id, err := pg.NewID()
		if err != nil {
			return err
		}
		text, err := json.Marshal(mail)
		if err != nil {
			return fmt.Errorf("write the mail %s: %w", mail.Kind(), err)
		}
		ids[i], args[i] = id, string(text)
	}
	now := db.Now()
	_, err := tx.Exec(ctx, insertJobs, ids, mails[0].Kind(), args, now, now.Add(shop.MailLife(mails[0])))
	if err != nil {
		return fmt.Errorf("enqueue mails %s: %w", mails[0].Kind(), err)
	}
	return nil
}

var (
	// It returns no row, and doesn't count, for an address that an account has verified, unless the address was typed
	// in and may be a stranger's.
	countMail = pg.Named(mailCount{}, `INSERT INTO attempts AS a (kind, subject, tries, expires_at)
		SELECT :kind, :subject, 1, :expires_at
		WHERE :typed OR NOT EXISTS (SELECT FROM users WHERE email = :email AND email_verified_at IS NOT NULL)
		ON CONFLICT (kind, subject) DO UPDATE SET
			tries      = CASE WHEN a.expires_at <= :now THEN 1 ELSE a.tries + 1 END,
			expires_at = CASE WHEN a.expires_at <= :now THEN excluded.expires_at ELSE a.expires_at END
		RETURNING tries`)
	addressToVerify = pg.Prepared(`SELECT coalesce(pending_email, email) FROM users WHERE id = $1`)
)

// mailCount holds the parameters of the statement countMail.
type mailCount struct {
	Kind      string    `db:"kind"`
	Subject   string    `db:"subject"`
	ExpiresAt time.Time `db:"expires_at"`
	Typed     bool      `db:"typed"`
	Email     string    `db:"email"`
	Now       time.Time `db:"now"`
}

// countMail counts a mail to an address that may be a stranger's, and reports whether it may be sent. It runs in the
// transaction that queues the mail, so that only mails that are sent count.
func (db *DB) countMail(ctx context.Context, tx pg.Querier, mail shop.Mail) (within bool, err error) {
	to := mail.Addressee().Email
	switch m := mail.(type) {
	case shop.VerificationMail:
		if err := tx.Get(ctx, &to, addressToVerify, m.UserID); err != nil {
			return false, fmt.Errorf("read the address to verify: %w", err)
		}
	case shop.PasswordResetMail:
		to = m.Email
	case shop.PreOrderMovedMail, shop.AccountDeletedMail:
		// The address of a pre-order was confirmed. An account is deleted only once, and its data are not kept.
		return true, nil
	}
	if to == "" { // the company itself
		return true, nil
	}
	now, limit := db.Now(), shop.MailsPerAddress
	var sent int
	counted := mailCount{Kind: limit.Name, Subject: shop.Mailbox(to), ExpiresAt: now.Add(limit.Window),
		Typed: shop.Typed(mail), Email: to, Now: now}
	switch err := tx.Get(ctx, &sent, countMail, countMail.Args(counted)...); {
	case pg.NoRows(err):
		return true, nil
	case err != nil:
		return false, fmt.Errorf("count the mail %s: %w", mail.Kind(), err)
	}
	return sent <= limit.Max, nil
}
