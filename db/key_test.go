package db_test

import (
	"testing"
	"time"

	"orrery/db/dbtest"
	"orrery/shop"
)

// The use of a key is written once a minute, however often it is used.
func TestAKeysUseIsWrittenOnceAMinute(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	who := cast(t, d)
	if _, err := d.SQL.Exec(`UPDATE users SET role = 'admin' WHERE id = $1`, who.admin.UserID); err != nil {
		t.Fatal(err)
	}
	_, secret, err := d.Store.Partners.CreateAPIKey(t.Context(), who.admin, shop.APIKeyCreateInput{Name: "Busy"})
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{`CREATE TABLE updates (at timestamptz)`, // of statements, whether they find a row or not
		`CREATE FUNCTION count_update() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO updates VALUES (now()); RETURN NULL; END'`,
		`CREATE TRIGGER api_keys_updates BEFORE UPDATE ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION count_update()`} {
		if _, err := d.SQL.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for minute := 1; minute <= 3; minute++ {
		for range 5 {
			if _, err := d.Store.Partners.KeyActor(t.Context(), secret); err != nil {
				t.Fatal(err)
			}
		}
		var updates int
		if err := d.SQL.QueryRow(`SELECT count(*) FROM updates`).Scan(&updates); err != nil || updates != minute {
			t.Errorf("%d updates for %d requests in %d minutes (%v)", updates, 5*minute, minute, err)
		}
		d.Clock.Advance(time.Minute)
	}
}
