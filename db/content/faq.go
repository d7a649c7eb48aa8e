package content

import (
	"context"
	"fmt"

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
	if err := s.PublishDueFaq(ctx); err != nil && !shop.IsUnavailable(err) {
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

// CreateFaqEntry adds a question at the end of its topic, at once, also in the draft and in planned versions. Requires
// shop.WriteContent. Errors: shop.Errors for the input and for what the FAQ can't hold.
func (s *Store) CreateFaqEntry(ctx context.Context, actor shop.Actor,
	in shop.FaqEntryCreateInput) (entry shop.FaqEntry, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return entry, err
	}
	if in, err = in.Normal(); err != nil {
		return entry, err
	}
	entry = shop.FaqEntry{Topic: in.Topic, Question: in.Question, Answer: in.Answer}
	if entry.ID, err = pg.NewID(); err != nil {
		return entry, err
	}
	_, err = s.changeFaqNow(ctx, actor, func(d shop.FaqDocument, _ bool) (shop.FaqDocument, error) {
		with := d.With(entry)
		if err := with.Storable(); err != nil {
			return d, err
		}
		return with, nil
	})
	return entry, err
}

// UpdateFaqEntry changes a question at once, also in the draft and in planned versions. Requires shop.WriteContent.
// Errors: shop.Errors for the input, NOT_FOUND.
func (s *Store) UpdateFaqEntry(ctx context.Context, actor shop.Actor,
	in shop.FaqEntryUpdateInput) (entry shop.FaqEntry, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return entry, err
	}
	if in, err = in.Normal(); err != nil {
		return entry, err
	}
	changed, err := s.changeFaqNow(ctx, actor, func(d shop.FaqDocument, _ bool) (shop.FaqDocument, error) {
		return d.Update(in)
	})
	if err != nil {
		return entry, err
	}
	entry, _ = changed.Entry(in.ID)
	return entry, nil
}

// DeleteFaqEntry deletes a question at once, also from the draft and from planned versions. Requires shop.WriteContent.
// Errors: NOT_FOUND.
func (s *Store) DeleteFaqEntry(ctx context.Context, actor shop.Actor, in shop.FaqEntryDeleteInput) error {
	_, err := s.changeFaqNow(ctx, actor, func(d shop.FaqDocument, _ bool) (shop.FaqDocument, error) {
		return d.Without(in.ID)
	})
	return err
}

// ReorderFaqEntries sets the order of the questions of a topic at once, and returns them. In the draft and in planned
// versions, questions that the input doesn't name stay in their places. Requires shop.WriteContent. Errors: CONFLICT if
// the IDs are not exactly those of the topic.
func (s *Store) ReorderFaqEntries(ctx context.Context, actor shop.Actor,
	in shop.FaqEntriesReorderInput) ([]shop.FaqEntry, error) {
	changed, err := s.changeFaqNow(ctx, actor, func(d shop.FaqDocument, current bool) (shop.FaqDocument, error) {
		if current {
			return d.Reorder(in)
		}
		return d.Arrange(in), nil
	})
	return changed.Topic(in.Topic), err
}
