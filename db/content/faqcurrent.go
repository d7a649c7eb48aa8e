package content

import (
	"context"
	"fmt"

	"github.com/lib/pq"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

// Visitors read faq_entries, which holds the version of the FAQ that faq_current names. A transaction that changes
// either locks the row of faq_current. A trigger makes a version of other changes of faq_entries.
var (
	lockFaq     = pg.Prepared(`SELECT version FROM faq_current FOR UPDATE`)
	currentFaq  = pg.Prepared(`SELECT version FROM faq_current`)
	faqEditions = pg.Prepared(`SELECT version, valid_from, valid_from > created_at AS planned FROM texts WHERE name = $1
		ORDER BY version DESC`)
	faqPositions = pg.Prepared(`SELECT id, position FROM faq_entries`)
	// The trigger runs after the whole statement.
	replaceFaq = pg.Prepared(`WITH moved AS (UPDATE faq_current SET version = $1),
		wanted AS (SELECT * FROM unnest($2::uuid[], $3::text[], $4::integer[], $5::text[], $6::text[])
			AS w (id, topic, position, question, answer)),
		gone AS (DELETE FROM faq_entries WHERE id NOT IN (SELECT id FROM wanted) RETURNING id),
		kept AS (INSERT INTO faq_entries AS f (id, topic, position, question, answer) SELECT * FROM wanted
			ON CONFLICT (id) DO UPDATE SET topic = excluded.topic, position = excluded.position,
				question = excluded.question, answer = excluded.answer
			WHERE (f.topic, f.position, f.question, f.answer)
				IS DISTINCT FROM (excluded.topic, excluded.position, excluded.question, excluded.answer)
			RETURNING id)
		SELECT id, $7::text AS kind FROM gone
		UNION ALL SELECT id, CASE WHEN id IN (SELECT id FROM faq_entries) THEN $8::text ELSE $9::text END FROM kept`)
)

// changeFaq runs do in a transaction that holds the lock of the FAQ. current is the version that visitors read.
func (s *Store) changeFaq(ctx context.Context, actor shop.Actor, do func(tx pg.Querier, current int) error) error {
	if err := actor.Need(shop.WriteContent); err != nil {
		return err
	}
	if err := s.PublishDueFaq(ctx); err != nil {
		return err
	}
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		var current int
		if err := tx.Get(ctx, &current, lockFaq); err != nil {
			return err
		}
		return do(tx, current)
	})
	if err != nil && shop.UserErrors(err) == nil {
		return fmt.Errorf("change frequent questions: %w", err)
	}
	return err
}

// changeFaqNow makes a change at once: of the current version, of those that are planned, and of the draft. What it
// can't change in the latter two stays. It returns the FAQ that visitors read afterwards.
func (s *Store) changeFaqNow(ctx context.Context, actor shop.Actor,
	change func(d shop.FaqDocument, current bool) (shop.FaqDocument, error)) (changed shop.FaqDocument, err error) {
	err = s.changeFaq(ctx, actor, func(tx pg.Querier, current int) error {
		before := shop.FaqDocument{}
		if current > 0 {
			if before, err = readVersion[shop.FaqDocument](ctx, tx, shop.TextFaq, current); err != nil {
				return err
			}
		}
		if changed, err = change(before, true); err != nil {
			return err
		}
		var editions []shop.TextEdition // newest first
		if err := tx.Select(ctx, &editions, faqEditions, shop.TextFaq); err != nil {
			return err
		}
		newest := 0
		if len(editions) > 0 {
			newest = editions[0].Version
		}
		now := s.db.Now()
		if err := insertVersion(ctx, s, tx, actor, shop.TextFaq, newest, changed, now); err != nil {
			return err
		}
		if err := s.applyFaq(ctx, tx, newest+1, changed); err != nil {
			return err
		}
		// The new version replaces the planned ones, so they are planned once more.
		last := newest + 1
		states := shop.StatesOf(editions, now)
		for i := len(editions) - 1; i >= 0; i-- {
			if states[i] != shop.TextVersionPlanned {
				continue
			}
			planned, err := readVersion[shop.FaqDocument](ctx, tx, shop.TextFaq, editions[i].Version)
			if err != nil {
				return err
			}
			planned, _ = change(planned, false)
			if err := insertVersion(ctx, s, tx, actor, shop.TextFaq, last, planned, editions[i].ValidFrom); err != nil {
				return err
			}
			last++
		}
		var draft draftRow[shop.FaqDocument]
		if err := tx.Get(ctx, &draft, textDraft, shop.TextFaq); err != nil && !pg.NoRows(err) {
			return err
		}
		if draft.Document.V == nil {
			return nil
		}
		document, err := change(*draft.Document.V, false)
		if err != nil {
			return nil
		}
		return storeDraft(ctx, s, tx, actor, shop.TextFaq, draft.Revision, &document)
	})
	return changed, err
}

// applyFaq makes a version of the FAQ the one that visitors read, and publishes what that changes. The FAQ must be
// locked.
func (s *Store) applyFaq(ctx context.Context, tx pg.Querier, version int, document shop.FaqDocument) error {
	events, err := replaceFaqEntries(ctx, tx, version, document)
	if err != nil {
		return err
	}
	return s.db.Publish(ctx, tx, events...)
}

// replaceFaqEntries stores the entries of a version as those that visitors read, and returns the events to publish.
func replaceFaqEntries(ctx context.Context, tx pg.Querier, version int,
	document shop.FaqDocument) ([]shop.Event, error) {
	var rows []struct {
		ID       string `db:"id"`
		Position int    `db:"position"`
	}
	if err := tx.Select(ctx, &rows, faqPositions); err != nil {
		return nil, err
	}
	present := map[string]int{}
	for _, row := range rows {
		present[row.ID] = row.Position
	}
	n := len(document.Entries)
	ids, topics, places := make(pq.StringArray, n), make(pq.StringArray, n), make(pq.Int64Array, n)
	questions, answers := make(pq.StringArray, n), make(pq.StringArray, n)
	for i, place := range shop.FaqPlaces(document.Entries, present) {
		e := document.Entries[i]
		ids[i], topics[i], places[i] = e.ID, string(e.Topic), int64(place)
		questions[i], answers[i] = e.Question, e.Answer
	}
	var changes []struct {
		ID   string         `db:"id"`
		Kind shop.EventKind `db:"kind"`
	}
	if err := tx.Select(ctx, &changes, replaceFaq, version, ids, topics, places, questions, answers,
		shop.EventFaqDeleted, shop.EventFaqChanged, shop.EventFaqCreated); err != nil {
		return nil, err
	}
	events := make([]shop.Event, len(changes))
	for i, c := range changes {
		events[i] = shop.Happened(c.Kind, c.ID)
	}
	return events, nil
}

// PublishDueFaq makes the version of the FAQ whose time has come the one that visitors read. It needs no authorisation.
func (s *Store) PublishDueFaq(ctx context.Context) error {
	editions, err := s.texts.editions(ctx)
	if err != nil {
		return fmt.Errorf("read texts: %w", err)
	}
	valid := editions.valid(shop.TextFaq, s.db.Now())
	if len(valid) == 0 || int64(valid[0].Version) <= s.faqVersion.Load() {
		return nil
	}
	due := valid[0].Version
	var current int
	if err := s.db.Pool().Get(ctx, &current, currentFaq); err != nil {
		return fmt.Errorf("read version of the frequent questions: %w", err)
	}
	switch {
	case current < due:
		err := s.db.InTx(ctx, func(tx pg.Querier) error {
			if err := tx.Get(ctx, &current, lockFaq); err != nil || current >= due {
				return err
			}
			document, err := readVersion[shop.FaqDocument](ctx, tx, shop.TextFaq, due)
			if err != nil {
				return err
			}
			return s.applyFaq(ctx, tx, due, document)
		})
		if err != nil {
			return fmt.Errorf("publish frequent questions: %w", err)
		}
	case valid[0].Planned:
		// Another process may have published it just now.
		s.db.Changed(base.PublicTopic, base.EditsTopic)
	}
	s.faqVersion.Store(int64(due))
	return nil
}
