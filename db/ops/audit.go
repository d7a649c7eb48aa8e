package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"orrery/db/pg"
	"orrery/shop"
)

// auditEntries and searchedAudit are not prepared: PostgreSQL plans them for their arguments on every execution, so
// that each combination of conditions uses its index.
const (
	auditColumns = `SELECT id, actor_id, (SELECT name FROM users u WHERE u.id = actor_id) AS actor_name, key_id, agent,
		address, action, object, object_id, before, after, created_at, ` + auditedName + ` AS object_name
		FROM audit_entries`
	// auditedName is what people call the object, null for one that is gone.
	auditedName = `CASE object
		WHEN 'products' THEN (SELECT name FROM products WHERE id = object_id::bigint)
		WHEN 'orders' THEN (SELECT number FROM orders WHERE id = object_id::uuid)
		WHEN 'order_notes' THEN (SELECT o.number FROM order_notes n JOIN orders o ON o.id = n.order_id
			WHERE n.id = object_id::uuid)
		WHEN 'preorders' THEN (SELECT name FROM preorders WHERE id = object_id::uuid)
		WHEN 'quotes' THEN (SELECT number FROM quotes WHERE id = object_id::uuid)
		WHEN 'users' THEN (SELECT name FROM users WHERE id = object_id::uuid)
		WHEN 'contact_messages' THEN (SELECT subject FROM contact_messages WHERE id = object_id::uuid)
		WHEN 'reviews' THEN (SELECT name FROM reviews WHERE id = object_id::uuid)
		WHEN 'webhooks' THEN (SELECT url FROM webhooks WHERE id = object_id::uuid)
		WHEN 'api_keys' THEN (SELECT name FROM api_keys WHERE id = object_id::uuid)
		WHEN 'staff_roles' THEN (SELECT name FROM staff_roles WHERE id = object_id::uuid)
		WHEN 'staff_invitations' THEN (SELECT email FROM staff_invitations WHERE id = object_id::uuid)
		WHEN 'team_members' THEN (SELECT name FROM team_members WHERE id = object_id::uuid)
		WHEN 'milestones' THEN (SELECT title FROM milestones WHERE id = object_id::uuid)
		WHEN 'faq_entries' THEN (SELECT question FROM faq_entries WHERE id = object_id::uuid)
		WHEN 'texts' THEN (SELECT name FROM texts WHERE id = object_id)
		WHEN 'settings' THEN 'Version ' || object_id
		WHEN 'payments' THEN (SELECT o.number FROM payments p JOIN orders o ON o.id = p.order_id
			WHERE p.id = object_id::uuid)
		WHEN 'online_movements' THEN (SELECT o.number FROM online_movements m JOIN orders o ON o.id = m.order_id
			WHERE m.id = object_id)
		WHEN 'statements' THEN (SELECT name FROM statements WHERE id = object_id::uuid)
		WHEN 'attributes' THEN (SELECT label FROM attributes WHERE id = object_id)
		END`
	auditConditions = `($2::bigint IS NULL OR id < $2) AND ($3::uuid IS NULL OR actor_id = $3)
		AND ($4::text IS NULL OR object = $4) AND ($5::text IS NULL OR object_id = $5)
		AND ($6::timestamptz IS NULL OR created_at >= $6) AND ($7::timestamptz IS NULL OR created_at < $7)`
	newestAudit  = ` ORDER BY id DESC LIMIT $1`
	auditEntries = auditColumns + ` WHERE ` + auditConditions + newestAudit
	// searchedAudit reads a page of what the text finds and a page of each administrator whom it finds: with both
	// conditions in one, no index serves.
	searchedAudit = auditColumns + ` WHERE id IN (
		(SELECT id FROM audit_entries WHERE ` + auditConditions + `
			AND audit_text(action, object, object_id) LIKE $8` + newestAudit + `)
		UNION ALL
		SELECT e.id FROM users u CROSS JOIN LATERAL (
			SELECT id FROM audit_entries WHERE actor_id = u.id AND ` + auditConditions + newestAudit + `) e
		WHERE lower(u.name) || ' ' || u.email LIKE $8)` + newestAudit
)

// AuditRow is a row of audit_entries with the name of its author.
type AuditRow struct {
	ID        string    `db:"id"`
	ActorID   string    `db:"actor_id"`
	ActorName *string   `db:"actor_name"`
	KeyID     *string   `db:"key_id"`
	Agent     *string   `db:"agent"`
	Address   string    `db:"address"`
	Action    string    `db:"action"`
	Object    string    `db:"object"`
	ObjectID  string    `db:"object_id"`
	Before    []byte    `db:"before"`
	After     []byte    `db:"after"`
	CreatedAt time.Time `db:"created_at"`

	ObjectName *string `db:"object_name"`
}

// Entry returns the audit entry of a row.
func (r AuditRow) Entry() (shop.AuditEntry, error) {
	e := shop.AuditEntry{ID: r.ID, ActorID: r.ActorID, ActorName: r.ActorName, KeyID: r.KeyID, Agent: r.Agent,
		Address: r.Address,
		Action:  shop.AuditAction(r.Action), Object: shop.AuditObject(r.Object), ObjectID: r.ObjectID,
		ObjectName: r.ObjectName, CreatedAt: r.CreatedAt}
	for raw, columns := range map[*[]byte]*map[string]json.RawMessage{&r.Before: &e.Before, &r.After: &e.After} {
		if *raw == nil {
			continue
		}
		if err := json.Unmarshal(*raw, columns); err != nil {
			return e, fmt.Errorf("read the audit entry %s: %w", r.ID, err)
		}
	}
	return e, nil
}

// AuditEntries returns a page of the changes that administrators have made, newest first. Requires an administrator.
func (s *Store) AuditEntries(ctx context.Context, actor shop.Actor, filter shop.AuditFilter,
	args shop.PageArgs) (shop.Page[shop.AuditEntry], error) {
	var none shop.Page[shop.AuditEntry]
	if err := actor.NeedAdmin(); err != nil {
		return none, err
	}
	filter, err := filter.Normal()
	if err != nil {
		return none, err
	}
	if err := args.Check(); err != nil {
		return none, err
	}
	args = args.In("auditEntries")
	before, err := pg.DecodeNumberCursor(args)
	if err != nil {
		return none, err
	}
	if filter.ActorID != nil && !pg.IsUUID(*filter.ActorID) {
		return pg.NewPage(args, []shop.AuditEntry(nil), auditPlace), nil
	}
	statement := auditEntries
	values := []any{args.First + 1, before, filter.ActorID, filter.Object, filter.ObjectID, filter.From, filter.Until}
	if filter.Search != nil {
		statement = searchedAudit
		values = append(values, pg.Contains(*filter.Search))
	}
	var rows []AuditRow
	if err := s.db.SelectPlanned(ctx, &rows, statement, values...); err != nil {
		return none, fmt.Errorf("read audit entries: %w", err)
	}
	entries := make([]shop.AuditEntry, len(rows))
	for i, r := range rows {
		if entries[i], err = r.Entry(); err != nil {
			return none, err
		}
	}
	return pg.NewPage(args, entries, auditPlace), nil
}

func auditPlace(e shop.AuditEntry) pg.Cursor { return pg.Cursor{ID: e.ID} }
