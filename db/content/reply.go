package content

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	// Messages and pre-orders without a due time, which an older version of the server has stored.
	unpromisedMessages = pg.Prepared(`SELECT id, created_at FROM contact_messages WHERE status = 'pending'
		AND reply_by IS NULL LIMIT $1`)
	unpromisedPreOrders = pg.Prepared(`SELECT id, created_at FROM preorders WHERE status = 'Pending'
		AND reply_by IS NULL LIMIT $1`)
	promiseMessages = pg.Prepared(`UPDATE contact_messages AS t SET reply_by = d.due
		FROM unnest($1::uuid[], $2::timestamptz[]) AS d (id, due) WHERE t.id = d.id AND t.reply_by IS NULL`)
	promisePreOrders = pg.Prepared(`UPDATE preorders AS t SET reply_by = d.due
		FROM unnest($1::uuid[], $2::timestamptz[]) AS d (id, due) WHERE t.id = d.id AND t.reply_by IS NULL`)

	countPromises = pg.Prepared(`SELECT count(*) FILTER (WHERE replied_at <= reply_by) AS kept,
		count(*) FILTER (WHERE replied_at > reply_by) AS late, count(*) FILTER (WHERE replied_at IS NULL) AS overdue
		FROM (SELECT reply_by, replied_at FROM contact_messages WHERE reply_by >= $1 AND reply_by < $2
			UNION ALL SELECT reply_by, replied_at FROM preorders WHERE reply_by >= $1 AND reply_by < $2
				AND confirm_by IS NULL AND (cancelled_at IS NULL OR
					cancelled_at IS DISTINCT FROM replied_at) -- a customer who has cancelled awaits no reply
			UNION ALL SELECT reply_by, replied_at FROM quotes WHERE reply_by >= $1 AND reply_by < $2) AS promised`)
)

// FillReplies sets the due times of pending messages and pre-orders that have none, calculated from their creation.
func (s *Store) FillReplies(ctx context.Context) error {
	for _, kind := range []struct{ find, fill pg.Statement }{
		{unpromisedMessages, promiseMessages}, {unpromisedPreOrders, promisePreOrders}} {
		for more := true; more; {
			var rows []struct {
				ID        string    `db:"id"`
				CreatedAt time.Time `db:"created_at"`
			}
			if err := s.db.Pool().Select(ctx, &rows, kind.find, base.SweepRows); err != nil {
				return fmt.Errorf("find what has no due time: %w", err)
			}
			ids, due := make(pq.StringArray, len(rows)), make(pq.StringArray, len(rows))
			settings, err := s.db.Settings(ctx, s.db.Pool())
			if err != nil {
				return err
			}
			for i, row := range rows {
				ids[i], due[i] = row.ID, settings.WorkingDays().ReplyBy(row.CreatedAt).Format(time.RFC3339Nano)
			}
			if len(rows) > 0 {
				if _, err := s.db.Pool().Exec(ctx, kind.fill, ids, due); err != nil {
					return fmt.Errorf("fill in due times: %w", err)
				}
			}
			more = len(rows) == base.SweepRows
		}
	}
	return nil
}

// Promises counts the results of the replies that were due in the last shop.PromiseDays days: in time, late and
// overdue.
func (s *Store) Promises(ctx context.Context) (p shop.Promises, err error) {
	now := s.db.Now()
	var row struct {
		Kept    int `db:"kept"`
		Late    int `db:"late"`
		Overdue int `db:"overdue"`
	}
	if err := s.db.Pool().Get(ctx, &row, countPromises, now.AddDate(0, 0, -shop.PromiseDays), now); err != nil {
		return p, fmt.Errorf("count promised replies: %w", err)
	}
	return shop.Promises(row), nil
}
