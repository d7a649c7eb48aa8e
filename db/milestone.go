package db

import (
	"context"
	"fmt"

	"orrery/shop"
)

var milestones = prepared(`SELECT id, title, description FROM milestones ORDER BY created_at, id`)

// Milestones returns the company's story, oldest first. Anybody may ask.
func (s *Store) Milestones(ctx context.Context, _ shop.Actor) ([]shop.Milestone, error) {
	story := []shop.Milestone{}
	if err := s.pool().list(ctx, &story, milestones); err != nil {
		return nil, fmt.Errorf("read milestones: %w", err)
	}
	return story, nil
}
