package outbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strconv"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// NewWebhookSecret returns a random secret in the format of Standard Webhooks.
func NewWebhookSecret() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails, by its contract
	return "whsec_" + base64.StdEncoding.EncodeToString(raw)
}

const deliveryColumns = `d.id AS delivery_id, d.attempts, d.created_at AS delivery_created_at,
	CASE WHEN d.delivered_at IS NULL THEN nullif(d.due_at, 'infinity') END AS due_at, d.delivered_at, d.last_status,
	d.last_error, e.id, e.position, e.kind, e.object_id, e.sequence, e.data, e.created_at`

// loggedColumns are deliveryColumns and what only the log states.
var loggedColumns = deliveryColumns + `, d.delivered_at IS NULL AND NOT (` + firstOfObject("d") + `) AS waiting`

// firstOfObject returns the condition of a delivery n that waits for no earlier event of the same object.
func firstOfObject(n string) string {
	return fmt.Sprintf(`NOT EXISTS (SELECT FROM deliveries f
		WHERE f.webhook_id = %[1]s.webhook_id AND f.object = %[1]s.object AND f.object_id = %[1]s.object_id
		AND f.position < %[1]s.position AND f.delivered_at IS NULL)`, n)
}

var (
	// A test event is delivered to its own webhook only, and an agent's webhook gets the events of its orders.
	insertDeliveries = pg.Prepared(`INSERT INTO deliveries (id, webhook_id, event_id, position, object, object_id,
		created_at, since, due_at)
		SELECT gen_random_uuid(), w.id, e.id, e.position, e.object, e.object_id, $2, $2,
			CASE WHEN w.paused_at IS NULL THEN $2::timestamptz ELSE 'infinity' END FROM events e JOIN webhooks w
			ON CASE WHEN e.object = 'webhook' THEN e.object_id = w.id::text
				WHEN w.agent IS NOT NULL THEN e.object = 'order' AND EXISTS (SELECT FROM agent_orders a
					WHERE a.order_id = CASE WHEN e.object = 'order' THEN e.object_id::uuid END AND a.agent = w.agent)
				ELSE cardinality(w.kinds) = 0 OR e.kind = any(w.kinds) END
		WHERE e.position = any($1)`)
	// An event is delivered only after all earlier events of the same object, so the patience with it begins with its
	// first attempt. The lease of a delivery works like that of a job, see takeJob.
	takeDelivery = pg.Prepared(`UPDATE deliveries d SET attempts = d.attempts + 1, due_at = $2,
		since = CASE WHEN d.attempts = 0 THEN $1 ELSE d.since END,
		worker = nullif($3::integer, 0), worker_attempt = d.attempts + 1 FROM events e, webhooks w
		WHERE e.id = d.event_id AND w.id = d.webhook_id
			AND d.id = (SELECT n.id FROM deliveries n JOIN webhooks o ON o.id = n.webhook_id
			WHERE n.delivered_at IS NULL AND n.due_at <= $1 AND o.paused_at IS NULL
				AND ` + firstOfObject("n") + `
			ORDER BY n.due_at LIMIT 1 FOR UPDATE OF n SKIP LOCKED)
		RETURNING ` + deliveryColumns + `, w.id AS webhook_id, w.url, w.secret,
		coalesce(w.agent, '') AS agent, d.since`)
	finishDelivery = pg.Prepared(`UPDATE deliveries SET delivered_at = $3, worker = NULL, last_status = $4,
		last_error = NULL WHERE id = $1 AND attempts = $2`)
	// With null as $3 the delivery waits until its webhook is resumed.
	failDelivery = pg.Prepared(`UPDATE deliveries SET due_at = coalesce($3::timestamptz, 'infinity'), worker = NULL,
		last_status = $4, last_error = $5 WHERE id = $1 AND attempts = $2`)
	pauseWebhook = pg.Prepared(`UPDATE webhooks SET paused_at = $2 WHERE id = $1 AND paused_at IS NULL RETURNING url`)
	// A transaction that schedules a delivery may overlap with one that pauses or resumes its webhook, and see it as it
	// was; the next call corrects that.
	releaseDeliveries = pg.Prepared(`UPDATE deliveries SET due_at = $1, since = $1, attempts = 0 WHERE id = any(ARRAY(
		SELECT n.id FROM webhooks w CROSS JOIN LATERAL (SELECT d.id FROM deliveries d
			WHERE d.webhook_id = w.id AND d.delivered_at IS NULL AND d.due_at = 'infinity'
			LIMIT $2 FOR UPDATE SKIP LOCKED) n
		WHERE w.paused_at IS NULL LIMIT $2))`)
	holdDeliveries = pg.Prepared(`UPDATE deliveries SET due_at = 'infinity', worker = NULL WHERE id = any(ARRAY(
		SELECT d.id FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
		WHERE d.delivered_at IS NULL AND d.due_at < 'infinity' AND w.paused_at IS NOT NULL
		ORDER BY d.due_at LIMIT $1 FOR UPDATE OF d SKIP LOCKED))`)
	replayDelivery = pg.Changing(base.WorkTopic, `UPDATE deliveries d
		SET delivered_at = NULL, attempts = 0, worker = NULL, due_at = $2, since = $2 FROM events e
		WHERE d.id = $1 AND e.id = d.event_id RETURNING `+loggedColumns)
	deliveryLog = pg.Prepared(`SELECT ` + loggedColumns + ` FROM deliveries d JOIN events e ON e.id = d.event_id
		WHERE d.webhook_id = $1 AND d.position < coalesce($3::bigint, 9223372036854775807)
		ORDER BY d.position DESC LIMIT $2`)
)

type deliveryRow struct {
	eventRow
	DeliveryID        string     `db:"delivery_id"`
	Attempts          int        `db:"attempts"`
	DeliveryCreatedAt time.Time  `db:"delivery_created_at"`
	DueAt             *time.Time `db:"due_at"`
	DeliveredAt       *time.Time `db:"delivered_at"`
	LastStatus        *int       `db:"last_status"`
	LastError         *string    `db:"last_error"`
	Waiting           bool       `db:"waiting"`
}

func (r deliveryRow) delivery() (shop.Delivery, error) {
	event, err := r.event()
	return shop.Delivery{ID: r.DeliveryID, Event: event, Attempts: r.Attempts, CreatedAt: r.DeliveryCreatedAt,
		DueAt: r.DueAt, DeliveredAt: r.DeliveredAt, LastStatus: r.LastStatus, LastError: r.LastError,
		Waiting: r.Waiting}, err
}

// DueDelivery is a delivery with the URL and the secret that are needed to send it.
type DueDelivery struct {
	shop.Delivery
	URL, Secret string
	Agent       string // URL of the profile of the agent whose webhook it is; empty: a partner's

	webhookID string
	since     time.Time
}

// TakeDelivery leases a due delivery to this process; it returns false when none is due. Only the process itself calls
// it.
func (s *Store) TakeDelivery(ctx context.Context, lease time.Duration) (due DueDelivery, ok bool, err error) {
	var row struct {
		deliveryRow
		WebhookID string    `db:"webhook_id"`
		URL       string    `db:"url"`
		Secret    string    `db:"secret"`
		Agent     string    `db:"agent"`
		Since     time.Time `db:"since"`
	}
	now := s.db.Now()
	switch err := s.db.Pool().Get(ctx, &row, takeDelivery, now, now.Add(lease), s.worker.Load()); {
	case pg.NoRows(err):
		return due, false, nil
	case err != nil:
		return due, false, fmt.Errorf("take a delivery: %w", err)
	}
	delivery, err := row.delivery()
	return DueDelivery{delivery, row.URL, row.Secret, row.Agent, row.WebhookID, row.Since}, err == nil, err
}

// FinishDelivery records that a delivery was accepted. Only the process itself calls it.
func (s *Store) FinishDelivery(ctx context.Context, d DueDelivery, status int) error {
	if _, err := s.db.Pool().Exec(ctx, finishDelivery, d.ID, d.Attempts, s.db.Now(), status); err != nil {
		return fmt.Errorf("finish a delivery: %w", err)
	}
	return nil
}

// FailDelivery reschedules a failed delivery. When the delivery has failed for too long, it pauses the webhook until an
// administrator resumes it, and notifies the company by email; RescheduleDeliveries then holds back the others. Only
// the process itself calls it.
func (s *Store) FailDelivery(ctx context.Context, d DueDelivery, status *int, reason string) error {
	err := s.db.InTx(ctx, func(tx pg.Querier) error {
		next := new(s.db.Now().Add(shop.WebhookBackoff(d.Attempts)))
		if next.Sub(d.since) >= shop.WebhookPatience {
			next = nil
		}
		if changed, err := tx.Exec(ctx, failDelivery, d.ID, d.Attempts, next, status, reason); err != nil ||
			changed == 0 || next != nil {
			return err // no row: the lease has expired and another worker holds the delivery
		}
		var url string
		switch err := tx.Get(ctx, &url, pauseWebhook, d.webhookID, s.db.Now()); {
		case pg.NoRows(err):
			return nil
		case err != nil:
			return err
		}
		if d.Agent != "" { // its next order resumes it
			return nil
		}
		return s.db.Enqueue(ctx, tx, shop.WebhookPausedMail{URL: url, Since: d.since})
	})
	if err != nil {
		return fmt.Errorf("postpone a delivery: %w", err)
	}
	return nil
}

// RescheduleDeliveries makes the pending deliveries due that wait for a webhook although it isn't paused, and holds
// back those of paused webhooks. It returns how many it has changed, at most base.SweepRows of each; when it is not 0
// there may be more. Only the process itself calls it.
func (s *Store) RescheduleDeliveries(ctx context.Context) (changed int64, err error) {
	released, err := s.db.Pool().Exec(ctx, releaseDeliveries, s.db.Now(), base.SweepRows)
	if err != nil {
		return 0, fmt.Errorf("release deliveries: %w", err)
	}
	held, err := s.db.Pool().Exec(ctx, holdDeliveries, base.SweepRows)
	if err != nil {
		return 0, fmt.Errorf("hold deliveries back: %w", err)
	}
	return released + held, nil
}

// ReplayDelivery schedules a delivery again. Requires an administrator.
func (s *Store) ReplayDelivery(ctx context.Context, actor shop.Actor, in shop.DeliveryInput) (shop.Delivery, error) {
	if err := actor.NeedAdmin(); err != nil {
		return shop.Delivery{}, err
	}
	if !pg.IsUUID(in.ID) {
		return shop.Delivery{}, shop.Unknown("Delivery")
	}
	var row deliveryRow
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		err := tx.Get(ctx, &row, replayDelivery, in.ID, s.db.Now())
		if pg.NoRows(err) {
			return shop.Unknown("Delivery")
		}
		return err
	})
	if err != nil {
		return shop.Delivery{}, fmt.Errorf("replay a delivery: %w", err)
	}
	return row.delivery()
}

// Deliveries returns a page of the deliveries of a webhook, completed and pending, the latest event first. Requires an
// administrator.
func (s *Store) Deliveries(ctx context.Context, actor shop.Actor, webhookID string,
	args shop.PageArgs) (shop.Page[shop.Delivery], error) {
	var none shop.Page[shop.Delivery]
	if err := actor.NeedAdmin(); err != nil {
		return none, err
	}
	if err := args.Check(); err != nil {
		return none, err
	}
	args = args.In("deliveries")
	before, err := pg.DecodeNumberCursor(args)
	if err != nil {
		return none, err
	}
	if !pg.IsUUID(webhookID) {
		return none, shop.UnknownIn("webhookId", "Webhook")
	}
	var rows []deliveryRow
	if err := s.db.Pool().Select(ctx, &rows, deliveryLog, webhookID, args.First+1, before); err != nil {
		return none, fmt.Errorf("read deliveries: %w", err)
	}
	deliveries := make([]shop.Delivery, len(rows))
	for i, r := range rows {
		if deliveries[i], err = r.delivery(); err != nil {
			return none, err
		}
	}
	return pg.NewPage(args, deliveries, func(d shop.Delivery) pg.Cursor {
		return pg.Cursor{ID: strconv.FormatInt(d.Event.Position, 10)}
	}), nil
}
