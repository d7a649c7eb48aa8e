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
	for _, sessions := range []bool{true, false} {
		known := 0
		if err := db.RunOutside(t.Context(), d.Store, sessions, func(way string, changes int) {
			if changes != known+1 {
				t.Errorf("%s of a statement (of sessions: %t) counts %d changes, want 1", way, sessions, changes-known)
			}
			known = changes
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// A statement that changes sessions or leaves work is declared to.
func TestStatementsSayWhatTheyInvalidate(t *testing.T) {
	t.Parallel()
	for _, text := range db.Unmarked() {
		t.Errorf("declare it with pg.Changing: %s", text)
	}
}
