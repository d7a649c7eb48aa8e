package db

import (
	"context"
	"regexp"
	"strings"

	"github.com/lib/pq"

	"orrery/shop"
)

// EnqueueThen enqueues a mail in a transaction that ends with the given error. It is no method, since those are for doors.
func EnqueueThen(ctx context.Context, s *Store, mail shop.Mail, end error) error {
	return s.inTx(ctx, func(tx runner) error {
		if err := s.enqueue(ctx, tx, mail); err != nil {
			return err
		}
		return end
	})
}

// UploadMedia is what products and team members show of an upload.
func UploadMedia(ctx context.Context, s *Store, id, alt string) (*shop.Media, error) {
	return s.uploadMedia(ctx, s.pool(), id, alt)
}

// AnswersPlan is how PostgreSQL looks for the passages of a question.
func AnswersPlan(ctx context.Context, s *Store, words []string) (string, error) {
	var lines []string
	err := s.db.SelectContext(ctx, &lines, "EXPLAIN "+passagesFor.text, pq.StringArray(words),
		strings.Join(words, " or "), maxPassages)
	return strings.Join(lines, "\n"), err
}

var (
	endsNothing = ending(`SELECT 1 AS n`)
	owesNothing = owing(`SELECT 1 AS n`)
)

// RunOutside runs a statement that ends sessions, or else one that leaves work, outside of a transaction in each way
// that there is, and calls ran after each.
func RunOutside(ctx context.Context, s *Store, ends bool, ran func(way string)) error {
	q := owesNothing
	if ends {
		q = endsNothing
	}
	var one int
	var some []int
	for _, way := range []struct {
		name string
		run  func() error
	}{
		{"exec", func() error { _, err := s.pool().exec(ctx, q); return err }},
		{"get", func() error { return s.pool().get(ctx, &one, q) }},
		{"list", func() error { return s.pool().list(ctx, &some, q) }},
		{"scan", func() error {
			_, err := scan(ctx, s.pool(), q, func(n *int) []any { return []any{n} })
			return err
		}},
	} {
		if err := way.run(); err != nil {
			return err
		}
		ran(way.name)
	}
	return nil
}

// Endings counts the ends of sessions that are known.
func Endings(s *Store) uint64 { return s.endings.count.Load() }

// Unmarked are the statements that end sessions or leave work and do not say so.
func Unmarked() (found []string) {
	ends := regexp.MustCompile(`(?is)\b(DELETE FROM (sessions|second_factors|users)\b|UPDATE users\b.*\bSET\b.*\b(role|blocked_at) =|UPDATE second_factors\b.*\bconfirmed_at = )`)
	owes := regexp.MustCompile(`(?is)\bINSERT INTO (jobs|events)\b`)
	const harmless = "DELETE FROM sessions WHERE ctid" // retention: nobody is in them any more
	for _, q := range statements {
		if (ends.MatchString(q.text) && !q.ends || owes.MatchString(q.text) && !q.owes) && !strings.Contains(q.text, harmless) {
			found = append(found, q.text)
		}
	}
	return found
}

// Gather is the load of a gather over a fetch.
func Gather(fetch func(context.Context, []int) ([]int, error)) func(context.Context, ...int) ([]int, error) {
	return newGather(fetch).load
}

// Setting is what PostgreSQL says of a parameter on a connection that serves.
func Setting(ctx context.Context, s *Store, name string) (value string, err error) {
	err = s.db.GetContext(ctx, &value, "SELECT current_setting($1)", name)
	return value, err
}
