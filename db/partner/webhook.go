package partner

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/outbox"
	"orrery/db/pg"
	"orrery/shop"
)

// What is due at infinity waits for a webhook to be resumed, or for its release after that.
const webhookColumns = `w.id, w.url, w.kinds, w.created_at, w.paused_at,
	CASE WHEN w.paused_at IS NULL THEN (SELECT min(d.since) FROM deliveries d WHERE d.webhook_id = w.id
		AND d.delivered_at IS NULL AND d.due_at < 'infinity' AND d.attempts > 0 AND d.last_error IS NOT NULL)
	END AS failing_since`

var (
	insertWebhook = pg.Named(newWebhook{}, `INSERT INTO webhooks AS w `+
		pg.Values(`id, url, kinds, secret, maker_id, created_at`)+` RETURNING `+webhookColumns)
	deleteWebhook = pg.Prepared(`DELETE FROM webhooks WHERE id = $1 AND agent IS NULL`)
	lockWebhook   = pg.Prepared(`SELECT ` + webhookColumns + ` FROM webhooks w WHERE w.id = $1
		AND w.agent IS NULL FOR UPDATE`)
	resumeWebhook = pg.Prepared(`UPDATE webhooks AS w SET paused_at = NULL
		WHERE w.id = $1 RETURNING ` + webhookColumns)
	webhookByID = pg.Prepared(`SELECT ` + webhookColumns + ` FROM webhooks w WHERE w.id = $1 AND w.agent IS NULL`)
	allWebhooks = pg.Prepared(`SELECT ` + webhookColumns + ` FROM webhooks w WHERE w.agent IS NULL
		AND (w.created_at, w.id) < (coalesce($2::timestamptz, 'infinity'),
			coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
		ORDER BY w.created_at DESC, w.id DESC LIMIT $1`)
)

type webhookRow struct {
	ID        string         `db:"id"`
	URL       string         `db:"url"`
	Kinds     pq.StringArray `db:"kinds"`
	CreatedAt time.Time      `db:"created_at"`
	PausedAt  *time.Time     `db:"paused_at"`

	FailingSince *time.Time `db:"failing_since"`
}

type newWebhook struct {
	webhookRow
	Secret  string `db:"secret"`
	MakerID string `db:"maker_id"`
}

func (r webhookRow) webhook() shop.Webhook {
	return shop.Webhook{ID: r.ID, URL: r.URL, Kinds: r.Kinds, CreatedAt: r.CreatedAt, PausedAt: r.PausedAt,
		FailingSince: r.FailingSince}
}

// CreateWebhook creates a webhook that sends future events to a URL, and returns it with the secret that they are
// signed with, which can't be read again. The actor must be an administrator. Errors: shop.Errors for the input.
func (s *Store) CreateWebhook(
	ctx context.Context, actor shop.Actor, in shop.WebhookCreateInput,
) (hook shop.Webhook, secret string, err error) {
	if err := actor.NeedAdmin(); err != nil {
		return hook, "", err
	}
	if in, err = in.Normal(s.db.PrivateWebhooks); err != nil {
		return hook, "", err
	}
	id, err := pg.NewID()
	if err != nil {
		return hook, "", err
	}
	secret = outbox.NewWebhookSecret()
	row := webhookRow{ID: id, URL: in.URL, Kinds: append(pq.StringArray{}, in.Kinds...), CreatedAt: s.db.Now()}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		return tx.Get(ctx, &row, insertWebhook, insertWebhook.Args(newWebhook{row, secret, actor.UserID})...)
	})
	if err != nil {
		return hook, "", fmt.Errorf("create webhook: %w", err)
	}
	return row.webhook(), secret, nil
}

// DeleteWebhook deletes a webhook and its pending deliveries. The actor must be an administrator.
func (s *Store) DeleteWebhook(ctx context.Context, actor shop.Actor, in shop.WebhookInput) error {
	return s.db.DeleteOne(ctx, actor, actor.NeedAdmin(), deleteWebhook, "Webhook", in.ID)
}

// ResumeWebhook resumes a paused webhook. Outbox.RescheduleDeliveries then schedules its pending deliveries: there can
// be many, and none of them belongs in the audit log. The actor must be an administrator.
func (s *Store) ResumeWebhook(ctx context.Context, actor shop.Actor, in shop.WebhookInput) (shop.Webhook, error) {
	return s.changeWebhook(ctx, actor, in.ID, func(tx pg.Querier, row *webhookRow) error {
		return tx.Get(ctx, row, resumeWebhook, in.ID)
	})
}

// TestWebhook publishes an event of the kind webhook.tested to a webhook. The actor must be an administrator.
func (s *Store) TestWebhook(ctx context.Context, actor shop.Actor, in shop.WebhookInput) (shop.Webhook, error) {
	return s.changeWebhook(ctx, actor, in.ID, func(tx pg.Querier, _ *webhookRow) error {
		return s.db.Publish(ctx, tx, shop.WebhookTested(in.ID))
	})
}

func (s *Store) changeWebhook(
	ctx context.Context, actor shop.Actor, id string, change func(pg.Querier, *webhookRow) error,
) (shop.Webhook, error) {
	if err := actor.NeedAdmin(); err != nil {
		return shop.Webhook{}, err
	}
	if !pg.IsUUID(id) {
		return shop.Webhook{}, shop.Unknown("Webhook")
	}
	var row webhookRow
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		switch err := tx.Get(ctx, &row, lockWebhook, id); {
		case pg.NoRows(err):
			return shop.Unknown("Webhook")
		case err != nil:
			return err
		}
		return change(tx, &row)
	})
	if err != nil {
		return shop.Webhook{}, fmt.Errorf("change webhook: %w", err)
	}
	return row.webhook(), nil
}

// Webhook returns a webhook. The actor must be an administrator.
func (s *Store) Webhook(ctx context.Context, actor shop.Actor, id string) (shop.Webhook, error) {
	if err := actor.NeedAdmin(); err != nil {
		return shop.Webhook{}, err
	}
	if !pg.IsUUID(id) {
		return shop.Webhook{}, shop.Unknown("Webhook")
	}
	var row webhookRow
	switch err := s.db.Pool().Get(ctx, &row, webhookByID, id); {
	case pg.NoRows(err):
		return shop.Webhook{}, shop.Unknown("Webhook")
	case err != nil:
		return shop.Webhook{}, fmt.Errorf("read webhook: %w", err)
	}
	return row.webhook(), nil
}

// Webhooks returns a page of all webhooks, newest first. The actor must be an administrator.
func (s *Store) Webhooks(ctx context.Context, actor shop.Actor, args shop.PageArgs) (shop.Page[shop.Webhook], error) {
	return base.AdminPage(ctx, s.db, actor, allWebhooks, args.In("webhooks"), webhookRow.webhook,
		func(r webhookRow) pg.Cursor { return pg.TimeCursor(r.CreatedAt, r.ID) })
}
