-- +goose Up
-- Whether an account is or was an administrator's, or has or had a staff role: only administrators may change it.
ALTER TABLE users ADD COLUMN was_staff boolean NOT NULL DEFAULT false;
-- +goose StatementBegin
CREATE FUNCTION remember_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.was_staff := NEW.was_staff OR NEW.role = 'admin' OR NEW.staff_role_id IS NOT NULL;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER users_was_staff BEFORE INSERT OR UPDATE OF role, staff_role_id ON users FOR EACH ROW
    EXECUTE FUNCTION remember_staff();
DROP TRIGGER users_audit ON users;
CREATE TRIGGER users_audit AFTER UPDATE ON users FOR EACH ROW
    EXECUTE FUNCTION audit('name', 'email', 'pending_email', 'password_hash', 'was_staff');
UPDATE users SET was_staff = true WHERE role = 'admin' OR staff_role_id IS NOT NULL OR id::text IN (
    SELECT object_id FROM audit_entries WHERE object = 'users'
        AND ('admin' IN (before ->> 'role', after ->> 'role') OR coalesce(before ->> 'staff_role_id', after ->> 'staff_role_id') IS NOT NULL));
