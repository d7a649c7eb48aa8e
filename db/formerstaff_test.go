package db_test

import (
	"os"
	"testing"

	"orrery/db/dbtest"
)

// The migration finds those who are staff, and in the audit log those who were.
func TestFormerStaffIsFound(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	do := func(text string) {
		t.Helper()
		if _, err := d.SQL.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("migrations/00093_former_staff.sql")
	if err != nil {
		t.Fatal(err)
	}
	do(`DROP TRIGGER users_was_staff ON users; DROP FUNCTION remember_staff; ALTER TABLE users DROP COLUMN was_staff CASCADE;
		INSERT INTO staff_roles (id, name, scopes, needs_factor, created_at) VALUES (gen_random_uuid(), 'Support', '{}', false, now());
		INSERT INTO users (id, name, email, role, password_hash, created_at)
			SELECT gen_random_uuid(), name, name || '@example.org', 'user', '', now() FROM unnest('{buyer,fired,demoted,admin,staff}'::text[]) name;
		SELECT set_config('orrery.actor', '{"id": "00000000-0000-4000-8000-000000000001", "address": "", "at": "2026-01-01T00:00:00Z"}', false);
		UPDATE users SET staff_role_id = (SELECT id FROM staff_roles) WHERE name IN ('fired', 'staff');
		UPDATE users SET role = 'admin' WHERE name IN ('demoted', 'admin');
		UPDATE users SET email_verified_at = now() WHERE name = 'buyer';
		UPDATE users SET staff_role_id = NULL WHERE name = 'fired';
		UPDATE users SET role = 'user' WHERE name = 'demoted'`)
	do("BEGIN;" + string(text) + ";COMMIT")
	do(`UPDATE users SET role = 'user', staff_role_id = NULL WHERE name IN ('admin', 'staff')`)
	var names string
	if err := d.SQL.QueryRow(`SELECT string_agg(name, ' ' ORDER BY name) FROM users
		WHERE was_staff AND name IN ('buyer', 'fired', 'demoted', 'admin', 'staff')`).Scan(&names); err != nil || names != "admin demoted fired staff" {
		t.Errorf("remembered are %s, %v", names, err)
	}
}
