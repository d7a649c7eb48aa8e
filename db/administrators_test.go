package db_test

import (
	"errors"
	"sync"
	"testing"

	"orrery/db/dbtest"
	"orrery/shop"
)

// Of two administrators who take the role from each other, or leave, at the same time one stays, in whichever way they
// go.
func TestAnAdministratorStays(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	ctx := t.Context()
	demote := func(by, whom shop.Actor) error {
		_, err := d.Store.Users.UpdateCustomer(ctx, by, shop.CustomerUpdateInput{ID: whom.UserID, Role: new(shop.RoleUser)})
		return err
	}
	block := func(by, whom shop.Actor) error {
		_, err := d.Store.Users.UpdateCustomer(ctx, by, shop.CustomerUpdateInput{ID: whom.UserID, Blocked: new(true)})
		return err
	}
	leave := func(by, _ shop.Actor) error { return d.Store.Accounts.Delete(ctx, by, "hash") }
	ways := map[string]func(by, whom shop.Actor) error{"demotes": demote, "blocks": block, "leaves": leave}
	for one, first := range ways {
		for two, second := range ways {
			for range 5 {
				if _, err := d.SQL.Exec(`TRUNCATE users CASCADE`); err != nil {
					t.Fatal(err)
				}
				a, b := register(t, d, "a@example.org"), register(t, d, "b@example.org")
				a.Role, b.Role = shop.RoleAdmin, shop.RoleAdmin
				if _, err := d.SQL.Exec(`UPDATE users SET role = 'admin'`); err != nil {
					t.Fatal(err)
				}
				var wg sync.WaitGroup
				for _, do := range []func() error{func() error { return first(a, b) }, func() error { return second(b, a) }} {
					wg.Go(func() {
						var refusal *shop.Error
						if err := do(); err != nil && !errors.As(err, &refusal) {
							t.Error(err)
						}
					})
				}
				wg.Wait()
				var left int
				if err := d.SQL.QueryRow(`SELECT count(*) FROM users WHERE role = 'admin' AND blocked_at IS NULL`).Scan(&left); err != nil {
					t.Fatal(err)
				}
				if left != 1 {
					t.Fatalf("one %s while the other %s: %d administrators are left", one, two, left)
				}
			}
		}
	}
}
