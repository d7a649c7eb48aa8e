package db

import (
	"context"
	"fmt"

	"orrery/shop"
)

var faqEntries = prepared(`SELECT id, topic, question, answer FROM faq_entries
	WHERE $1::text IS NULL OR topic = $1 ORDER BY topic, position, id`)

// FaqEntries returns the frequent questions of a topic, or all when it is nil. Anybody may ask.
func (s *Store) FaqEntries(ctx context.Context, _ shop.Actor, topic *shop.FaqTopic) ([]shop.FaqEntry, error) {
	entries := []shop.FaqEntry{}
	if err := s.pool().list(ctx, &entries, faqEntries, topic); err != nil {
		return nil, fmt.Errorf("read frequent questions: %w", err)
	}
	return entries, nil
}
