package dbtest

import (
	"context"
	"database/sql"

	"orrery/shop"
)

// Scans holds, for each table that grows with the shop, the number of sequential scans and of the rows that they read.
type Scans map[string]struct{ scans, rows int }

// ReadScans reads the statistics of PostgreSQL, which a connection updates when it ends or has been idle for ten
// seconds.
func ReadScans(ctx context.Context, pool *sql.DB) (Scans, error) {
	rows, err := pool.QueryContext(ctx, `SELECT relname, seq_scan, seq_tup_read FROM pg_stat_user_tables
		WHERE relname IN ('orders', 'order_items', 'products', 'users', 'preorders', 'contact_messages', 'quotes',
			'audit_entries', 'reviews', 'newsletter_subscribers', 'search_words', 'product_words', 'product_texts',
			'product_attributes')`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	found := Scans{}
	for rows.Next() {
		var table string
		n := found[table]
		if err := rows.Scan(&table, &n.scans, &n.rows); err != nil {
			return nil, err
		}
		found[table] = n
	}
	return found, rows.Err()
}

// Beyond returns the tables of which sequential scans since before have read more rows than shop.MaxCount per scan,
// with the number of rows.
func (s Scans) Beyond(before Scans) map[string]int {
	beyond := map[string]int{}
	for table, is := range s {
		was := before[table]
		if rows := is.rows - was.rows; rows > (is.scans-was.scans)*shop.MaxCount {
			beyond[table] = rows
		}
	}
	return beyond
}

// Rows returns the number of rows that sequential scans of any one table have read since before, at most.
func (s Scans) Rows(before Scans) (most int) {
	for table, is := range s {
		most = max(most, is.rows-before[table].rows)
	}
	return most
}
