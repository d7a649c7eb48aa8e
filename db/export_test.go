package db

import (
	"context"
	"regexp"
	"strings"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// EnqueueThen enqueues a mail in a transaction that ends with the given error. A helper of tests, not part of the Store.
func EnqueueThen(ctx context.Context, s *Store, mail shop.Mail, end error) error {
	return s.base.InTx(ctx, func(tx pg.Querier) error {
		if err := s.base.Enqueue(ctx, tx, mail); err != nil {
			return err
		}
		return end
	})
}

// UploadMedia is what products and team members show of an upload.
func UploadMedia(ctx context.Context, s *Store, id, alt string) (*shop.Media, error) {
	return s.Catalogue.UploadMedia(ctx, s.base.Pool(), id, alt)
}

var (
	explainPassages = explaining("FROM passages p LEFT JOIN")
	explainWebhook  = explaining("FROM webhooks w WHERE w.id = $1 AND w.agent IS NULL")
)

func explaining(part string) pg.Statement {
	for _, q := range pg.Statements() {
		if strings.Contains(q.Text(), part) {
			return pg.Prepared("EXPLAIN " + q.Text())
		}
	}
	panic("no statement has " + part)
}

// WebhookPlan is how PostgreSQL reads a webhook.
func WebhookPlan(ctx context.Context, s *Store, id string) (string, error) {
	var lines []string
	err := s.base.Pool().Select(ctx, &lines, explainWebhook, id)
	return strings.Join(lines, "\n"), err
}

// AnswersPlan is how PostgreSQL looks for the passages of a question.
func AnswersPlan(ctx context.Context, s *Store, words []string) (string, error) {
	var lines []string
	err := s.base.Pool().Select(ctx, &lines, explainPassages, pq.StringArray(words), strings.Join(words, " or "), 200)
	return strings.Join(lines, "\n"), err
}

var (
	changesSessions = pg.Changing(base.SessionsTopic, `SELECT 1 AS n`)
	changesWork     = pg.Changing(base.WorkTopic, `SELECT 1 AS n`)
)

// RunOutside runs a statement that changes sessions, or else one that leaves work, outside of a transaction in each way that there is,
// and calls ran after each with the number of changes that were counted so far.
func RunOutside(ctx context.Context, s *Store, sessions bool, ran func(way string, changes int)) error {
	q, topic := changesWork, base.WorkTopic
	if sessions {
		q, topic = changesSessions, base.SessionsTopic
	}
	changes := 0
	s.base.OnChange(topic, func() { changes++ })
	var one int
	var some []int
	for _, way := range []struct {
		name string
		run  func() error
	}{
		{"Exec", func() error { _, err := s.base.Pool().Exec(ctx, q); return err }},
		{"Get", func() error { return s.base.Pool().Get(ctx, &one, q) }},
		{"Select", func() error { return s.base.Pool().Select(ctx, &some, q) }},
	} {
		if err := way.run(); err != nil {
			return err
		}
		ran(way.name, changes)
	}
	return nil
}

// Unmarked are the statements that change sessions or leave work and are not declared to.
func Unmarked() (found []string) {
	sessions := regexp.MustCompile(`(?is)\b(DELETE FROM (sessions|second_factors|users)\b|UPDATE users\b.*\bSET\b.*\b(role|blocked_at) =|UPDATE second_factors\b.*\bconfirmed_at = )`)
	work := regexp.MustCompile(`(?is)\bINSERT INTO (jobs|events)\b`)
	const harmless = "DELETE FROM sessions WHERE ctid" // retention: nobody is in them any more
	for _, q := range pg.Statements() {
		text := q.Text()
		if (sessions.MatchString(text) && !q.Changes(base.SessionsTopic) || work.MatchString(text) && !q.Changes(base.WorkTopic)) && !strings.Contains(text, harmless) {
			found = append(found, text)
		}
	}
	return found
}

var currentSetting = pg.Prepared(`SELECT current_setting($1)`)

// Setting is what PostgreSQL says of a parameter on a connection that serves.
func Setting(ctx context.Context, s *Store, name string) (value string, err error) {
	err = s.base.Pool().Get(ctx, &value, currentSetting, name)
	return value, err
}

// Replica describes the replica of a store.
func Replica(s *Store) pg.ReplicaState { return s.base.Replica() }
