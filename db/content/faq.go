package content

import (
	"context"
	"fmt"
	"slices"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

var faqEntries = pg.Prepared(`SELECT id, topic, question, answer FROM faq_entries
	WHERE $1::text IS NULL OR topic = $1 ORDER BY topic, position, id`)

// $2 holds the words of the search one by one; the last of them, $3, may be incomplete. They are compared with every
// entry, of which there are few enough to be displayed on one page. Words in the question rank first.
var faqMatches = pg.Prepared(`WITH words AS MATERIALIZED (
		SELECT q FROM (
			SELECT CASE WHEN place < cardinality($2::text[]) THEN websearch_to_tsquery('english', word)
				ELSE websearch_to_tsquery('english', word) || to_tsquery('english', quote_literal($3) || ':*') END AS q
			FROM unnest($2::text[]) WITH ORDINALITY AS typed (word, place)) AS each
		WHERE numnode(q) > 0
	), matched AS (
		SELECT f.id, f.topic, f.position, f.question, f.answer, m.hits, m.subject, max(m.hits) OVER () AS best
		FROM faq_entries f JOIN passages p ON p.faq_id = f.id CROSS JOIN LATERAL (
			SELECT count(*) AS hits, count(*) FILTER (WHERE ts_filter(p.vector, '{a}') @@ words.q) AS subject
			FROM words WHERE p.vector @@ words.q) AS m
		WHERE m.hits > 0 AND ($1::text IS NULL OR f.topic = $1)
	)
	SELECT id, topic, question, answer FROM matched
	WHERE hits = best AND 3 * best >= 2 * (SELECT count(*) FROM words)
	ORDER BY subject DESC, topic, position, id LIMIT $4`)

// FaqEntries returns the frequent questions that a filter selects in their order, those of a search best first. No
// permission is required. Errors: shop.Errors for the filter.
func (s *Store) FaqEntries(ctx context.Context, _ shop.Actor, filter shop.FaqFilter) ([]shop.FaqEntry, error) {
	search, err := filter.Normal()
	if err != nil {
		return nil, err
	}
	entries := []shop.FaqEntry{}
	if search == nil {
		err = s.db.Reader().Select(ctx, &entries, faqEntries, filter.Topic)
	} else {
		err = s.db.Reader().Select(ctx, &entries, faqMatches, filter.Topic, pq.StringArray(search.Words), search.Last,
			shop.MaxFaqMatches)
	}
	if err != nil {
		return nil, fmt.Errorf("read frequent questions: %w", err)
	}
	return entries, nil
}

var (
	insertFaqEntry = pg.Prepared(`INSERT INTO faq_entries (id, topic, position, question, answer)
		SELECT $1, $2, coalesce(max(position), 0) + 1, $3, $4 FROM faq_entries WHERE topic = $2
		RETURNING id, topic, question, answer`)
	updateFaqEntry = pg.Prepared(`UPDATE faq_entries AS f
		SET topic = coalesce($2, f.topic), question = coalesce($3, f.question),
			answer = coalesce($4, f.answer), position = CASE WHEN f.topic = coalesce($2, f.topic) THEN f.position
				ELSE (SELECT coalesce(max(position), 0) + 1 FROM faq_entries WHERE topic = $2) END
		WHERE f.id = $1 RETURNING f.id, f.topic, f.question, f.answer`)
	deleteFaqEntry = pg.Prepared(`DELETE FROM faq_entries WHERE id = $1`)
	// The questions of a topic are always locked in ID order to avoid deadlocks.
	lockFaqTopic    = pg.Prepared(`SELECT id FROM faq_entries WHERE topic = $1 ORDER BY id FOR UPDATE`)
	reorderFaqTopic = pg.Prepared(`UPDATE faq_entries f SET position = wanted.place
		FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
		WHERE f.id = wanted.id AND f.position <> wanted.place RETURNING f.id`)
)

// CreateFaqEntry adds a question at the end of its topic. Admins only.
func (s *Store) CreateFaqEntry(ctx context.Context, actor shop.Actor,
	in shop.FaqEntryCreateInput) (entry shop.FaqEntry, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return entry, err
	}
	if in, err = in.Normal(); err != nil {
		return entry, err
	}
	id, err := pg.NewID()
	if err != nil {
		return entry, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		if err := tx.Get(ctx, &entry, insertFaqEntry, id, in.Topic, in.Question, in.Answer); err != nil {
			return err
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventFaqCreated, id))
	})
	if err != nil {
		return entry, fmt.Errorf("create frequent question: %w", err)
	}
	return entry, nil
}

// UpdateFaqEntry changes a question. Admins only. Errors: shop.Errors for the input, NOT_FOUND.
func (s *Store) UpdateFaqEntry(ctx context.Context, actor shop.Actor,
	in shop.FaqEntryUpdateInput) (entry shop.FaqEntry, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return entry, err
	}
	if in, err = in.Normal(); err != nil {
		return entry, err
	}
	if !pg.IsUUID(in.ID) {
		return entry, shop.Unknown("Question")
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		switch err := tx.Get(ctx, &entry, updateFaqEntry, in.ID, in.Topic, in.Question, in.Answer); {
		case pg.NoRows(err):
			return shop.Unknown("Question")
		case err != nil:
			return err
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventFaqChanged, in.ID))
	})
	if err != nil {
		return entry, fmt.Errorf("change frequent question: %w", err)
	}
	return entry, nil
}

// DeleteFaqEntry deletes a question. Admins only.
func (s *Store) DeleteFaqEntry(ctx context.Context, actor shop.Actor, in shop.FaqEntryDeleteInput) error {
	return s.db.DeleteOne(ctx, actor, actor.Need(shop.WriteContent), deleteFaqEntry, "Question", in.ID,
		shop.Happened(shop.EventFaqDeleted, in.ID))
}

// ReorderFaqEntries sets the order of the questions of a topic, and returns them. Admins only. CONFLICT when the IDs
// are not exactly those of the topic.
func (s *Store) ReorderFaqEntries(ctx context.Context, actor shop.Actor,
	in shop.FaqEntriesReorderInput) ([]shop.FaqEntry, error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return nil, err
	}
	err := s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		var present []string
		if err := tx.Select(ctx, &present, lockFaqTopic, in.Topic); err != nil {
			return err
		}
		if !slices.Equal(present, slices.Sorted(slices.Values(in.IDs))) {
			return shop.FaqChanged()
		}
		var moved []string
		if err := tx.Select(ctx, &moved, reorderFaqTopic, pq.StringArray(in.IDs)); err != nil {
			return err
		}
		events := make([]shop.Event, len(moved))
		for i, id := range moved {
			events[i] = shop.Happened(shop.EventFaqChanged, id)
		}
		return s.db.Publish(ctx, tx, events...)
	})
	if err != nil {
		return nil, fmt.Errorf("reorder frequent questions: %w", err)
	}
	return s.FaqEntries(ctx, actor, shop.FaqFilter{Topic: &in.Topic})
}
