package db

import (
	"context"
	"fmt"

	"orrery/shop"
)

var (
	milestones      = prepared(`SELECT id, title, description FROM milestones ORDER BY created_at, id`)
	insertMilestone = prepared(`INSERT INTO milestones (id, title, description, created_at) VALUES ($1, $2, $3, $4)
		RETURNING id, title, description`)
	deleteMilestone = prepared(`DELETE FROM milestones WHERE id = $1`)
)

// Milestones returns the company's story, oldest first. Anybody may ask.
func (s *Store) Milestones(ctx context.Context, _ shop.Actor) ([]shop.Milestone, error) {
	story := []shop.Milestone{}
	if err := s.reader().list(ctx, &story, milestones); err != nil {
		return nil, fmt.Errorf("read milestones: %w", err)
	}
	return story, nil
}

// CreateMilestone adds a step at the end of the story. Admins only.
func (s *Store) CreateMilestone(ctx context.Context, actor shop.Actor,
	in shop.MilestoneCreateInput) (step shop.Milestone, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return step, err
	}
	if in, err = in.Normal(); err != nil {
		return step, err
	}
	id, err := newID()
	if err != nil {
		return step, err
	}
	err = s.inTxOf(ctx, actor, func(tx runner) error {
		if err := tx.get(ctx, &step, insertMilestone, id, in.Title, in.Description, s.now()); err != nil {
			return err
		}
		return s.tell(ctx, tx, shop.Happened(shop.EventMilestoneCreated, id))
	})
	if err != nil {
		return step, fmt.Errorf("create milestone: %w", err)
	}
	return step, nil
}

// DeleteMilestone removes a step from the story. Admins only.
func (s *Store) DeleteMilestone(ctx context.Context, actor shop.Actor, in shop.MilestoneDeleteInput) error {
	return s.deleteOne(ctx, actor, actor.Need(shop.WriteContent), deleteMilestone, "Milestone", in.ID, shop.Happened(shop.EventMilestoneDeleted, in.ID))
}
