-- +goose Up
-- People see where they are signed in: in a few words, made of what the browser called itself, and by the day.
ALTER TABLE sessions
    ADD browser text NOT NULL DEFAULT '',
    ADD system text NOT NULL DEFAULT '',
    ADD last_used_at timestamptz; -- null: not since the day that it began
CREATE INDEX sessions_of_user ON sessions (user_id, created_at DESC, id DESC);
DROP INDEX sessions_user;

-- A session that is used does not end by that.
DROP TRIGGER sessions_endings ON sessions;
CREATE TRIGGER sessions_endings AFTER DELETE OR UPDATE OF id, user_id, expires_at ON sessions EXECUTE FUNCTION notify_endings();

-- What is known of a person stays out of the audit log.
DROP TRIGGER sessions_audit ON sessions;
CREATE TRIGGER sessions_audit AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION audit('browser', 'system', 'last_used_at');
