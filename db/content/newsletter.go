package content

import (
	"context"
	"errors"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// requestNewsletter does not change confirmed subscribers.
var requestNewsletter = pg.Prepared(`INSERT INTO newsletter_subscribers AS n (id, email, forget_at, created_at)
	VALUES ($1, $2, $3, $4)
	ON CONFLICT (email) DO UPDATE SET forget_at = CASE WHEN n.confirmed_at IS NULL THEN excluded.forget_at END`)

// SubscribeNewsletter sends an address a link that confirms its subscription to the newsletter. Any caller may call it,
// a limited number of times. The result does not depend on whether the address is subscribed, and a request that is
// repeated too often succeeds like any other without sending another email: one has been sent already.
func (s *Store) SubscribeNewsletter(ctx context.Context, actor shop.Actor, in shop.NewsletterSubscribeInput) error {
	in, err := in.Normal()
	if err != nil {
		return err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.NewsletterPerAddress, actor.Address); err != nil {
		return err
	}
	var limited *shop.Error
	switch err := s.db.CountAttempt(ctx, actor, shop.NewsletterPerEmail, in.Email); {
	case errors.As(err, &limited) && limited.Code == shop.RateLimited:
		return nil
	case err != nil:
		return err
	}
	id, err := pg.NewID()
	if err != nil {
		return err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		now := s.db.Now()
		if _, err := tx.Exec(ctx, requestNewsletter, id, in.Email, now.Add(shop.NewsletterMemory), now); err != nil {
			return err
		}
		return s.db.Enqueue(ctx, tx, shop.NewsletterMail{To: shop.Recipient{Email: in.Email}})
	})
	if err != nil {
		return fmt.Errorf("subscribe to the newsletter: %w", err)
	}
	return nil
}

var (
	lockSubscriber        = pg.Prepared(`SELECT id FROM newsletter_subscribers WHERE email = $1 FOR NO KEY UPDATE`)
	insertNewsletterToken = pg.Prepared(`INSERT INTO newsletter_tokens (hash, subscriber_id, purpose, expires_at)
		VALUES ($1, $2, $3, $4)`)
)

// IssueNewsletterLinks creates the tokens for a newsletter email. Tokens of earlier emails stay valid. It returns false
// when the address has been deleted.
func (s *Store) IssueNewsletterLinks(ctx context.Context,
	m shop.NewsletterMail) (_ shop.NewsletterMail, send bool, err error) {
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		var id string
		switch err := tx.Get(ctx, &id, lockSubscriber, m.To.Email); {
		case pg.NoRows(err):
			return nil
		case err != nil:
			return err
		}
		send = true
		expiry := s.db.Now().Add(shop.NewsletterLinkLife)
		for _, link := range []struct {
			token   *string
			purpose string
			expiry  *time.Time
		}{{&m.Token, "confirm", &expiry}, {&m.LeaveToken, "leave", nil}} {
			token, hash := base.NewToken()
			if _, err := tx.Exec(ctx, insertNewsletterToken, hash, id, link.purpose, link.expiry); err != nil {
				return err
			}
			*link.token = token
		}
		return nil
	})
	if err != nil {
		return m, false, fmt.Errorf("issue the links of the newsletter: %w", err)
	}
	return m, send, nil
}

var (
	confirmNewsletter = pg.Prepared(`UPDATE newsletter_subscribers AS n
		SET confirmed_at = coalesce(n.confirmed_at, $2), forget_at = NULL
		FROM newsletter_tokens t WHERE t.hash = $1 AND t.purpose = 'confirm' AND t.expires_at > $2
		AND n.id = t.subscriber_id
		RETURNING n.email`)
	// A former subscriber can return only with a new request: the links to confirm are invalidated.
	leaveNewsletter = pg.Prepared(`WITH leaver AS (
			UPDATE newsletter_subscribers AS n SET confirmed_at = NULL, forget_at = coalesce(n.forget_at, $2)
			FROM newsletter_tokens t WHERE t.hash = $1 AND t.purpose = 'leave' AND n.id = t.subscriber_id
			RETURNING n.id, n.email),
		voided AS (DELETE FROM newsletter_tokens WHERE subscriber_id = (SELECT id FROM leaver) AND purpose = 'confirm')
		SELECT email FROM leaver`)
)

// ConfirmNewsletter starts a subscription with the link of an email, and returns its address partly hidden. It is
// idempotent. Any caller who has the link may call it. Errors: INVALID_TOKEN, RATE_LIMITED.
func (s *Store) ConfirmNewsletter(ctx context.Context, actor shop.Actor, in shop.NewsletterTokenInput) (string, error) {
	return s.openNewsletterLink(ctx, actor, in, confirmNewsletter, s.db.Now())
}

// LeaveNewsletter ends a subscription with the link of any of its emails, and returns its address partly hidden. It is
// idempotent. Any caller who has the link may call it. Errors: INVALID_TOKEN, RATE_LIMITED.
func (s *Store) LeaveNewsletter(ctx context.Context, actor shop.Actor, in shop.NewsletterTokenInput) (string, error) {
	return s.openNewsletterLink(ctx, actor, in, leaveNewsletter, s.db.Now().Add(shop.NewsletterMemory))
}

// openNewsletterLink changes the subscriber that the token belongs to. Arguments of q: the hash of the token, a time.
func (s *Store) openNewsletterLink(ctx context.Context, actor shop.Actor, in shop.NewsletterTokenInput, q pg.Statement,
	at time.Time) (string, error) {
	in, err := in.Normal()
	if err != nil {
		return "", err
	}
	if err := s.db.CountAttempt(ctx, actor, shop.LinkPerAddress, actor.Address); err != nil {
		return "", err
	}
	var email string
	switch err := s.db.Pool().Get(ctx, &email, q, base.HashToken(in.Token), at); {
	case pg.NoRows(err):
		return "", shop.BadLink()
	case err != nil:
		return "", fmt.Errorf("open a link of the newsletter: %w", err)
	}
	return shop.HideEmail(email), nil
}
