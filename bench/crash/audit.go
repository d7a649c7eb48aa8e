package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"orrery/bench/binary"
)

// mailTimeout limits the time in which the queue sends the remaining emails.
const mailTimeout = 2 * time.Minute

// audit compares the acknowledged orders with the database and the mail folder, and returns an error if they disagree.
func (s *shop) audit(acknowledged map[string]bool) error {
	pool, err := binary.Database(s.dir)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	var orders, empty, ordered, taken, keysTwice int
	for query, into := range map[string]*int{
		`SELECT count(*) FROM orders`: &orders,
		`SELECT count(*) FROM orders o
			WHERE NOT EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id)`: &empty,
		`SELECT coalesce(sum(quantity), 0) FROM order_items`:                                       &ordered,
		fmt.Sprintf(`SELECT coalesce(sum(%d - stock), 0) FROM products WHERE id IN (1, 3)`, stock): &taken,
		`SELECT count(*) FROM
			(SELECT order_id FROM order_keys GROUP BY order_id HAVING count(*) > 1) twice`: &keysTwice,
	} {
		if err := pool.QueryRow(query).Scan(into); err != nil {
			return err
		}
	}
	var missing []string
	for number := range acknowledged {
		var n int
		if err := pool.QueryRow(`SELECT count(*) FROM orders WHERE number = $1`, number).
			Scan(&n); err != nil || n != 1 {
			missing = append(missing, number)
		}
	}
	fmt.Printf("%d orders stored, %d without lines; %d units ordered, %d taken from stock; "+
		"%d acknowledged orders missing\n",
		orders, empty, ordered, taken, len(missing))

	confirmed, twice, err := s.confirmations(orders)
	if err != nil {
		return err
	}
	fmt.Printf("%d confirmations, %d orders with more than one\n", confirmed, twice)
	if empty != 0 || ordered != taken || len(missing) != 0 || keysTwice != 0 ||
		confirmed != orders || twice != 0 || orders == 0 {
		return errors.New("these figures must agree")
	}
	return nil
}

// confirmations counts the orders that have a confirmation email and those that have more than one. It waits up to
// mailTimeout for want confirmed orders.
func (s *shop) confirmations(want int) (confirmed, twice int, err error) {
	for deadline := time.Now().Add(mailTimeout); ; time.Sleep(500 * time.Millisecond) {
		files, err := filepath.Glob(filepath.Join(s.dir, "mail", "*.eml"))
		if err != nil {
			return 0, 0, err
		}
		seen := map[string]int{}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return 0, 0, err
			}
			for line := range strings.Lines(string(text)) {
				subject, ok := strings.CutPrefix(line, "Subject: ")
				if i := strings.Index(subject, "OR-"); ok && i >= 0 {
					seen[strings.TrimSpace(subject[i:])]++
				}
			}
		}
		twice = 0
		for _, n := range seen {
			if n > 1 {
				twice++
			}
		}
		if len(seen) >= want || time.Now().After(deadline) {
			return len(seen), twice, nil
		}
	}
}
