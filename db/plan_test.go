package db_test

import (
	"context"
	"testing"

	"orrery/db/dbtest"
	"orrery/shop/cell"
)

// Two changes of a plan at once, from two windows, are both kept.
func TestTwoChangesOfAPlan(t *testing.T) {
	t.Parallel()
	ctx, d := context.Background(), dbtest.New(t)
	who := cast(t, d)
	in := cell.Input{ArmID: "3", Part: cell.Part{Mass: 1, Length: 1, Width: 1, Height: 1}, Shifts: 1, Horizon: 1}
	plan, err := d.Store.Users.CreatePlan(ctx, who.user, cell.CreateInput{Name: "Bench", Cell: in})
	if err != nil {
		t.Fatal(err)
	}
	tx, err := d.SQL.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`SELECT FROM cell_plans FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	in.Shifts = 3
	done := make(chan error, 2)
	for i, change := range []cell.UpdateInput{{ID: plan.ID, Name: new("Renamed")}, {ID: plan.ID, Cell: &in}} {
		go func() {
			_, err := d.Store.Users.UpdatePlan(ctx, who.user, change)
			done <- err
		}()
		awaitLocks(t, d, i+1)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if got, err := d.Store.Users.Plan(ctx, who.user, plan.ID); err != nil || got.Name != "Renamed" || got.Cell.Shifts != 3 {
		t.Errorf("%s with %d shifts, %v", got.Name, got.Cell.Shifts, err)
	}
}
