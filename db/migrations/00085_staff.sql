-- +goose Up
-- Named sets of permissions, which administrators define.
CREATE TABLE staff_roles (
    id           uuid PRIMARY KEY,
    name         text NOT NULL,
    scopes       text[] NOT NULL,
    needs_factor boolean NOT NULL, -- its people must use two-step sign-in
    created_at   timestamptz NOT NULL
);
CREATE UNIQUE INDEX staff_roles_name_key ON staff_roles (lower(name));
CREATE TRIGGER staff_roles_audit AFTER INSERT OR UPDATE OR DELETE ON staff_roles FOR EACH ROW EXECUTE FUNCTION audit();

-- Administrators need no staff role.
ALTER TABLE users ADD COLUMN staff_role_id uuid CONSTRAINT users_staff_role_id_fkey REFERENCES staff_roles;
CREATE INDEX users_staff_role ON users (staff_role_id) WHERE staff_role_id IS NOT NULL;
CREATE INDEX users_staff ON users (created_at DESC, id DESC) WHERE role = 'admin' OR staff_role_id IS NOT NULL;

-- Like a change of the role: sessions and subscriptions of the people go on with other permissions.
CREATE TRIGGER users_staff_endings AFTER UPDATE OF staff_role_id ON users FOR EACH ROW
    WHEN (OLD.staff_role_id IS DISTINCT FROM NEW.staff_role_id) EXECUTE FUNCTION notify_ending('id');
-- +goose StatementBegin
CREATE FUNCTION notify_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('orrery_endings', id::text) FROM users WHERE staff_role_id = NEW.id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER staff_roles_endings AFTER UPDATE OF scopes, needs_factor ON staff_roles FOR EACH ROW
    WHEN ((OLD.scopes, OLD.needs_factor) IS DISTINCT FROM (NEW.scopes, NEW.needs_factor)) EXECUTE FUNCTION notify_staff();

-- Mailed invitations that nobody has accepted yet.
CREATE TABLE staff_invitations (
    id         uuid PRIMARY KEY,
    email      text NOT NULL CONSTRAINT staff_invitations_email_key UNIQUE,
    role_id    uuid NOT NULL CONSTRAINT staff_invitations_role_id_fkey REFERENCES staff_roles ON DELETE CASCADE,
    hash       bytea CONSTRAINT staff_invitations_hash_key UNIQUE, -- SHA-256 of the token in the last email
    inviter_id uuid NOT NULL CONSTRAINT staff_invitations_inviter_id_fkey REFERENCES users ON DELETE CASCADE, -- valid while an administrator
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX staff_invitations_inviter ON staff_invitations (inviter_id);
CREATE INDEX staff_invitations_role ON staff_invitations (role_id);
CREATE INDEX staff_invitations_expiry ON staff_invitations (expires_at);
CREATE TRIGGER staff_invitations_audit AFTER INSERT OR UPDATE OR DELETE ON staff_invitations FOR EACH ROW
    EXECUTE FUNCTION audit('email', 'hash');
