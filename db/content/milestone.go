package content

import (
	"context"
	"fmt"
	"time"

	"orrery/db/base"
	"orrery/db/pg"
	"orrery/shop"
)

var (
	milestones    = pg.Prepared(`SELECT id, title, description FROM milestones ORDER BY created_at, id`)
	milestonePage = pg.Prepared(`SELECT id, title, description, created_at FROM milestones
		WHERE $2::timestamptz IS NULL OR (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $1`)
	countMilestones = pg.Prepared(`SELECT count(*) FROM milestones`)
	insertMilestone = pg.Prepared(`INSERT INTO milestones (id, title, description, created_at) VALUES ($1, $2, $3, $4)
		RETURNING id, title, description`)
	updateMilestone = pg.Prepared(`UPDATE milestones SET title = coalesce($2, title),
		description = coalesce($3, description) WHERE id = $1 RETURNING id, title, description`)
	deleteMilestone = pg.Prepared(`DELETE FROM milestones WHERE id = $1`)
)

// Milestones returns the milestones of the company, oldest first. No permission is required.
func (s *Store) Milestones(ctx context.Context, _ shop.Actor) ([]shop.Milestone, error) {
	all := []shop.Milestone{}
	if err := s.db.Reader().Select(ctx, &all, milestones); err != nil {
		return nil, fmt.Errorf("read milestones: %w", err)
	}
	return all, nil
}

type milestoneRow struct {
	shop.Milestone
	CreatedAt time.Time `db:"created_at"`
}

func (r milestoneRow) milestone() (shop.Milestone, error) { return r.Milestone, nil }

// CompanyHistory returns a page of the milestones of the company, oldest first. No permission is required.
func (s *Store) CompanyHistory(ctx context.Context, _ shop.Actor,
	args shop.PageArgs) (shop.Page[shop.Milestone], error) {
	page, err := base.Page(ctx, s.db.Reader(), milestonePage, args.In("companyHistory"), milestoneRow.milestone,
		func(r milestoneRow) pg.Cursor { return pg.TimeCursor(r.CreatedAt, r.ID) })
	page.Count = base.Count(s.db.Reader(), countMilestones)
	return page, err
}

// CreateMilestone adds a milestone at the end. Requires shop.WriteContent.
func (s *Store) CreateMilestone(ctx context.Context, actor shop.Actor,
	in shop.MilestoneCreateInput) (milestone shop.Milestone, err error) {
	if err := actor.Need(shop.WriteContent); err != nil {
		return milestone, err
	}
	if in, err = in.Normal(); err != nil {
		return milestone, err
	}
	id, err := pg.NewID()
	if err != nil {
		return milestone, err
	}
	err = s.db.InTxAs(ctx, actor, func(tx pg.Querier) error {
		if err := tx.Get(ctx, &milestone, insertMilestone, id, in.Title, in.Description, s.db.Now()); err != nil {
			return err
		}
		return s.db.Publish(ctx, tx, shop.Happened(shop.EventMilestoneCreated, id))
	})
	if err != nil {
		return milestone, fmt.Errorf("create milestone: %w", err)
	}
	return milestone, nil
}

// UpdateMilestone changes a milestone. Requires shop.WriteContent. Errors: shop.Errors for the input, NOT_FOUND.
func (s *Store) UpdateMilestone(ctx context.Context, actor shop.Actor,
	in shop.MilestoneUpdateInput) (shop.Milestone, error) {
	refusal := actor.Need(shop.WriteContent)
	if refusal == nil {
		in, refusal = in.Normal()
	}
	return base.ChangeOne[shop.Milestone](ctx, s.db, actor, refusal, updateMilestone, "Milestone", in.ID,
		func(m shop.Milestone) shop.Event { return shop.Happened(shop.EventMilestoneChanged, m.ID) },
		in.Title, in.Description)
}

// DeleteMilestone deletes a milestone. Requires shop.WriteContent.
func (s *Store) DeleteMilestone(ctx context.Context, actor shop.Actor, in shop.MilestoneDeleteInput) error {
	return s.db.DeleteOne(ctx, actor, actor.Need(shop.WriteContent), deleteMilestone, "Milestone", in.ID,
		shop.Happened(shop.EventMilestoneDeleted, in.ID))
}
