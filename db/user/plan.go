package user

import (
	"context"
	"fmt"
	"strings"
	"time"

	"orrery/db/pg"
	"orrery/shop"
	"orrery/shop/cell"
)

type planRow struct {
	ID        string              `db:"id"`
	UserID    string              `db:"user_id"`
	Name      string              `db:"name"`
	Input     pg.JSON[cell.Input] `db:"input"`
	CreatedAt time.Time           `db:"created_at"`
	UpdatedAt time.Time           `db:"updated_at"`
}

func (r planRow) saved() cell.Saved {
	return cell.Saved{ID: r.ID, Name: r.Name, Cell: r.Input.V, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
}

var (
	planColumns = strings.Join(pg.Columns[planRow](), ", ")
	ownPlans    = pg.Prepared(`SELECT ` + planColumns + ` FROM cell_plans
		WHERE user_id = $1 ORDER BY updated_at DESC, id DESC LIMIT $2`)
	ownPlan    = pg.Prepared(`SELECT ` + planColumns + ` FROM cell_plans WHERE id = $1 AND user_id = $2`)
	lockPlan   = pg.Prepared(`SELECT ` + planColumns + ` FROM cell_plans WHERE id = $1 AND user_id = $2 FOR UPDATE`)
	countPlans = pg.Prepared(`SELECT count(*) FROM cell_plans WHERE user_id = $1`)
	insertPlan = pg.Named(planRow{}, `INSERT INTO cell_plans `+pg.Values(pg.Columns[planRow]()...))
	updatePlan = pg.Named(planRow{}, `UPDATE cell_plans SET name = :name, input = :input, updated_at = :updated_at
		WHERE id = :id AND user_id = :user_id`)
	deletePlan = pg.Prepared(`DELETE FROM cell_plans WHERE id = $1 AND user_id = $2`)
)

// Plans returns the cell plans that the actor keeps, the last changed first.
func (s *Store) Plans(ctx context.Context, actor shop.Actor) ([]cell.Saved, error) {
	if err := actor.NeedUser(); err != nil {
		return nil, err
	}
	return s.PlansOf(ctx, s.db.Pool(), actor.UserID)
}

// PlansOf is like Plans for an account. It reads with r, which may be a transaction.
func (s *Store) PlansOf(ctx context.Context, r pg.Querier, userID string) ([]cell.Saved, error) {
	var rows []planRow
	if err := r.Select(ctx, &rows, ownPlans, userID, cell.MaxSaved); err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	saved := make([]cell.Saved, len(rows))
	for i, row := range rows {
		saved[i] = row.saved()
	}
	return saved, nil
}

// Plan returns a cell plan that the actor keeps. The error is NOT_FOUND if there is none.
func (s *Store) Plan(ctx context.Context, actor shop.Actor, id string) (cell.Saved, error) {
	if err := actor.NeedUser(); err != nil {
		return cell.Saved{}, err
	}
	return s.plan(ctx, s.db.Pool(), ownPlan, actor, id)
}

func (s *Store) plan(ctx context.Context, r pg.Querier, q pg.Statement, actor shop.Actor, id string) (cell.Saved,
	error) {
	var row planRow
	if !pg.IsUUID(id) {
		return cell.Saved{}, cell.UnknownPlan()
	}
	switch err := r.Get(ctx, &row, q, id, actor.UserID); {
	case pg.NoRows(err):
		return cell.Saved{}, cell.UnknownPlan()
	case err != nil:
		return cell.Saved{}, fmt.Errorf("read plan: %w", err)
	}
	return row.saved(), nil
}

// CreatePlan keeps a cell plan for the actor. Errors: shop.Errors for the input, OUT_OF_RANGE beyond cell.MaxSaved.
func (s *Store) CreatePlan(ctx context.Context, actor shop.Actor, in cell.CreateInput) (plan cell.Saved, err error) {
	if err := actor.NeedUser(); err != nil {
		return plan, err
	}
	if in, err = in.Normal(); err != nil {
		return plan, err
	}
	id, err := pg.NewID()
	if err != nil {
		return plan, err
	}
	now := s.db.Now()
	row := planRow{ID: id, UserID: actor.UserID, Name: in.Name, Input: pg.JSON[cell.Input]{V: in.Cell}, CreatedAt: now,
		UpdatedAt: now}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		// New plans of one account wait for each other, so that the limit holds.
		if _, err := tx.Exec(ctx, lockUser, actor.UserID); err != nil {
			return err
		}
		var count int
		if err := tx.Get(ctx, &count, countPlans, actor.UserID); err != nil {
			return err
		}
		if count >= cell.MaxSaved {
			return cell.TooMany()
		}
		_, err := tx.Exec(ctx, insertPlan, insertPlan.Args(row)...)
		return err
	})
	if err != nil {
		return plan, fmt.Errorf("keep plan: %w", err)
	}
	return row.saved(), nil
}

// UpdatePlan changes a cell plan that the actor keeps. Errors: shop.Errors for the input, NOT_FOUND.
func (s *Store) UpdatePlan(ctx context.Context, actor shop.Actor, in cell.UpdateInput) (plan cell.Saved, err error) {
	if err := actor.NeedUser(); err != nil {
		return plan, err
	}
	if in, err = in.Normal(); err != nil {
		return plan, err
	}
	err = s.db.InTx(ctx, func(tx pg.Querier) error {
		if plan, err = s.plan(ctx, tx, lockPlan, actor, in.ID); err != nil {
			return err
		}
		if in.Name != nil {
			plan.Name = *in.Name
		}
		if in.Cell != nil {
			plan.Cell = *in.Cell
		}
		plan.UpdatedAt = s.db.Now()
		row := planRow{ID: plan.ID, UserID: actor.UserID, Name: plan.Name, Input: pg.JSON[cell.Input]{V: plan.Cell},
			UpdatedAt: plan.UpdatedAt}
		_, err := tx.Exec(ctx, updatePlan, updatePlan.Args(row)...)
		return err
	})
	if err != nil {
		return cell.Saved{}, fmt.Errorf("change plan: %w", err)
	}
	return plan, nil
}

// DeletePlan deletes a cell plan that the actor keeps. The error is NOT_FOUND if there is none.
func (s *Store) DeletePlan(ctx context.Context, actor shop.Actor, in cell.DeleteInput) error {
	if err := actor.NeedUser(); err != nil {
		return err
	}
	if !pg.IsUUID(in.ID) {
		return cell.UnknownPlan()
	}
	deleted, err := s.db.Pool().Exec(ctx, deletePlan, in.ID, actor.UserID)
	if err != nil {
		return fmt.Errorf("delete plan: %w", err)
	}
	if deleted == 0 {
		return cell.UnknownPlan()
	}
	return nil
}
