package content

import (
	"context"
	"fmt"
	"strings"

	"github.com/lib/pq"

	"orrery/db/pg"
	"orrery/shop"
)

// maxPassages limits how many passages of the ranking are considered for answers.
const maxPassages = 200

// $1 holds the words one by one, $2 all of them as alternatives: one index scan finds the passages that contain any
// word. Passages with most of the words come first; among equals, those whose subject contains more of them, then those
// whose heading contains more of the rest: 'payload of the fixed arm' should find a line of that arm, neither the arm
// nor another machine's line about it. Stop words of PostgreSQL's English configuration do not count.
var passagesFor = pg.Prepared(`WITH words AS MATERIALIZED (
		SELECT q FROM (SELECT websearch_to_tsquery('english', word) AS q FROM unnest($1::text[]) AS word) AS each
		WHERE numnode(q) > 0
	)
	SELECT p.product_id::text AS product_id, p.faq_id, f.topic, p.kind, p.subject, p.body,
		p.kind = 'text' AND p.heading = '' AS markdown, -- a paragraph of a product's description
		(SELECT count(*) FROM words) AS words,
		(SELECT count(*) FROM words WHERE p.vector @@ words.q) AS hits
	FROM passages p LEFT JOIN faq_entries f ON f.id = p.faq_id
	WHERE p.vector @@ websearch_to_tsquery('english', $2)
	ORDER BY hits DESC,
		(SELECT count(*) FROM words WHERE ts_filter(p.vector, '{a}') @@ words.q) DESC,
		(SELECT count(*) FROM words WHERE ts_filter(p.vector, '{b}') @@ words.q
			AND NOT ts_filter(p.vector, '{a}') @@ words.q) DESC,
		ts_rank(p.vector, websearch_to_tsquery('english', $2)) DESC, p.id LIMIT $3`)

type passageRow struct {
	ProductID *string `db:"product_id"`
	FaqID     *string `db:"faq_id"`
	Topic     *string `db:"topic"`
	Kind      string  `db:"kind"`
	Subject   string  `db:"subject"`
	Body      string  `db:"body"`
	Markdown  bool    `db:"markdown"`
	Words     int     `db:"words"`
	Hits      int     `db:"hits"`
}

func (r passageRow) passage() shop.Passage {
	p := shop.Passage{ProductID: r.ProductID, Kind: shop.PassageKind(r.Kind), Body: r.Body, Markdown: r.Markdown,
		Words: r.Words, Hits: r.Hits}
	if r.FaqID != nil {
		p.Faq = &shop.FaqEntry{ID: *r.FaqID, Topic: shop.FaqTopic(*r.Topic), Question: r.Subject, Answer: r.Body}
	}
	return p
}

// Answers returns the answers of catalogue, data sheets and frequent questions to a question, best first, and none when
// no passage matches well enough. No permission is required.
func (s *Store) Answers(ctx context.Context, actor shop.Actor, question string, first int) ([]shop.Answer, error) {
	if err := shop.CheckAnswers(first); err != nil {
		return nil, err
	}
	words, err := shop.Question(question)
	if err != nil {
		return nil, err
	}
	if err := s.PublishDueFaq(ctx); err != nil && !shop.IsUnavailable(err) {
		return nil, err
	}
	var rows []passageRow
	if err := s.db.Reader().Select(ctx, &rows, passagesFor, pq.StringArray(words), strings.Join(words, " or "),
		maxPassages); err != nil {
		return nil, fmt.Errorf("find passages: %w", err)
	}
	found := make([]shop.Passage, len(rows))
	for i, row := range rows {
		found[i] = row.passage()
	}
	return s.answers(ctx, actor, shop.Findings(found, first))
}

// answers returns the text of the findings, with the current state of their products.
func (s *Store) answers(ctx context.Context, actor shop.Actor, findings []shop.Finding) ([]shop.Answer, error) {
	var ids []string
	for _, f := range findings {
		if f.ProductID != nil {
			ids = append(ids, *f.ProductID)
		}
	}
	products, err := s.catalogue.ProductsByID(ctx, actor, ids)
	if err != nil {
		return nil, err
	}
	answers := []shop.Answer{}
	for _, f := range findings {
		if f.Faq != nil {
			answers = append(answers, f.FromFaq())
		} else if p, ok := products[*f.ProductID]; ok { // a product may have been deleted since
			answers = append(answers, f.FromProduct(p))
		}
	}
	return answers, nil
}
