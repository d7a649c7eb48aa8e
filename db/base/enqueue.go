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

var insertJobs = pg.Changing(WorkTopic, `INSERT INTO jobs (id, kind, args, due_at, created_at, expires_at)
	SELECT unnest($1::uuid[]), $2, unnest($3::jsonb[]), $4, $4, $5`)

// Enqueue queues a mail in the transaction that causes it, so that it is sent if and only if the transaction commits.
// A mail beyond shop.MailsPerAddress is silently not sent.
func (db *DB) Enqueue(ctx context.Context, tx pg.Querier, mail shop.Mail) error {
	_, err := db.EnqueueWithin(ctx, tx, mail)
	return err
}

// EnqueueWithin is like Enqueue and also reports whether the mail is within shop.MailsPerAddress.
func (db *DB) EnqueueWithin(ctx context.Context, tx pg.Querier, mail shop.Mail) (within bool, err error) {
	id, err := pg.NewID()
	if err != nil {
		return false, err
	}
	args, err := json.Marshal(mail)
	if err != nil {
		return false, fmt.Errorf("write the mail %s: %w", mail.Kind(), err)
	}
	to, limited, err := db.limitedAddress(ctx, tx, mail)
	if err != nil {
		return false, err
	}
	now, limit := db.Now(), shop.MailsPerAddress
	job := mailJob{ID: id, Kind: mail.Kind(), Args: string(args), Now: now, ExpiresAt: now.Add(shop.MailLife(mail)),
		Limited: limited, Limit: limit.Name, Subject: shop.Mailbox(to), Until: now.Add(limit.Window), Max: limit.Max,
		Typed: shop.Typed(mail), Email: to}
	queued, err := tx.Exec(ctx, insertMail, insertMail.Args(job)...)
	if err != nil {
		return false, fmt.Errorf("enqueue the mail %s: %w", mail.Kind(), err)
	}
	return queued > 0, nil
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
	// A mail to an address that an account has verified is not counted, unless the address was typed in and may be a
	// stranger's.
	insertMail = pg.NamedChanging(WorkTopic, mailJob{}, `WITH counted AS (
			INSERT INTO attempts AS a (kind, subject, tries, expires_at)
			SELECT :limit, :subject, 1, :until
			WHERE :limited AND (:typed OR NOT EXISTS (SELECT FROM users
				WHERE email = :email AND email_verified_at IS NOT NULL))
			ON CONFLICT (kind, subject) DO UPDATE SET
				tries      = CASE WHEN a.expires_at <= :now THEN 1 ELSE a.tries + 1 END,
				expires_at = CASE WHEN a.expires_at <= :now THEN excluded.expires_at ELSE a.expires_at END
			RETURNING tries)
		INSERT INTO jobs (id, kind, args, due_at, created_at, expires_at)
		SELECT :id, :kind, :args, :now, :now, :expires_at WHERE coalesce((SELECT tries FROM counted), 0) <= :max`)
	addressToVerify = pg.Prepared(`SELECT coalesce(pending_email, email) FROM users WHERE id = $1`)
)

// mailJob holds the parameters of the statement insertMail.
type mailJob struct {
	ID        string    `db:"id"`
	Kind      string    `db:"kind"`
	Args      string    `db:"args"`
	Now       time.Time `db:"now"`
	ExpiresAt time.Time `db:"expires_at"`
	Limited   bool      `db:"limited"`
	Limit     string    `db:"limit"`
	Subject   string    `db:"subject"`
	Until     time.Time `db:"until"` // end of the period in which mails to the address are counted
	Max       int       `db:"max"`
	Typed     bool      `db:"typed"`
	Email     string    `db:"email"`
}

// limitedAddress returns the address that a mail goes to, and whether mails to it are limited because it may be a
// stranger's.
func (db *DB) limitedAddress(ctx context.Context, tx pg.Querier, mail shop.Mail) (to string, limited bool, err error) {
	switch m := mail.(type) {
	case shop.VerificationMail:
		if err := tx.Get(ctx, &to, addressToVerify, m.UserID); err != nil {
			return "", false, fmt.Errorf("read the address to verify: %w", err)
		}
	case shop.PasswordResetMail:
		to = m.Email
	case shop.PreOrderMovedMail, shop.AccountDeletedMail:
		// The address of a pre-order was confirmed. An account is deleted only once, and its data are not kept.
		return "", false, nil
	default:
		to = mail.Addressee().Email
	}
	return to, to != "", nil // the company itself has none here
}
