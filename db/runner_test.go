package db_test

import (
	"testing"

	"orrery/db"
	"orrery/db/dbtest"
)

// A statement invalidates what it changes in whichever way it is run.
func TestStatementsOutsideATransactionInvalidate(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	known := db.Endings(d.Store)
	if err := db.RunOutside(t.Context(), d.Store, true, func(way string) {
		if now := db.Endings(d.Store); now == known {
			t.Errorf("%s of a statement that ends sessions is told to nobody", way)
		} else {
			known = now
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.RunOutside(t.Context(), d.Store, false, func(way string) {
		select {
		case <-d.Store.Told():
		default:
			t.Errorf("%s of a statement that leaves work wakes nobody", way)
		}
	}); err != nil {
		t.Fatal(err)
	}
}

// A statement that ends sessions or leaves work is declared as such.
func TestStatementsSayWhatTheyInvalidate(t *testing.T) {
	t.Parallel()
	for _, text := range db.Unmarked() {
		t.Errorf("declare it as ending or owing: %s", text)
	}
}
