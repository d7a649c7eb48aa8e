package db

import (
	"context"
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
	err := s.db.SelectContext(ctx, &lines, "EXPLAIN "+statementTexts[passagesFor.index], pq.StringArray(words),
		strings.Join(words, " or "), maxPassages)
	return strings.Join(lines, "\n"), err
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
