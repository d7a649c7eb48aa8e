-- +goose Up
-- Tells all instances that somebody who is signed in may no longer be, or no longer as the same, so that they look again. Sessions
-- that begin are not told of.
-- +goose StatementBegin
CREATE FUNCTION notify_endings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('orrery_endings', '');
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER sessions_endings AFTER UPDATE OR DELETE ON sessions EXECUTE FUNCTION notify_endings();
CREATE TRIGGER users_endings AFTER UPDATE OF role, blocked_at ON users FOR EACH ROW
    WHEN ((OLD.role, OLD.blocked_at) IS DISTINCT FROM (NEW.role, NEW.blocked_at)) EXECUTE FUNCTION notify_endings();
