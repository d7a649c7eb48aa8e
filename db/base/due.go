package base

import (
	"fmt"
	"time"

	"orrery/db/pg"
)

// ByDue sorts by the time when a reply is due; rows that have a reply come last. The prefix is that of the table's
// columns. The function times returns when the reply of a node is due and when it was sent.
func ByDue[Node any](prefix string, times func(Node) (replyBy, repliedAt *time.Time)) pg.Sort[Node] {
	by := fmt.Sprintf("coalesce(CASE WHEN %[1]sreplied_at IS NULL THEN %[1]sreply_by END, 'infinity'::timestamptz)",
		prefix)
	return pg.Sort[Node]{By: by, Read: "%s::timestamptz", Key: func(n Node) string {
		replyBy, repliedAt := times(n)
		if replyBy == nil || repliedAt != nil {
			return "infinity"
		}
		return pg.TimeCursor(*replyBy, "").Key
	}}
}
