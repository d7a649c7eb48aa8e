-- +goose Up
-- Says whose sessions, keys or role may have ended, so that only the subscriptions of that account are looked at: its id, or nothing
-- where there are many.
-- +goose StatementBegin
CREATE FUNCTION notify_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('orrery_endings', CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END ->> TG_ARGV[0]);
    RETURN NULL;
END $$;
CREATE FUNCTION notify_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM (SELECT DISTINCT user_id FROM ended LIMIT 21) AS owners) > 20 THEN
        PERFORM pg_notify('orrery_endings', '');
    ELSE
        PERFORM pg_notify('orrery_endings', user_id::text) FROM (SELECT DISTINCT user_id FROM ended) AS owners;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

DROP TRIGGER sessions_endings ON sessions;
CREATE TRIGGER sessions_endings AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended
    FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_sessions();
CREATE TRIGGER sessions_changes AFTER UPDATE OF id, user_id, expires_at ON sessions FOR EACH ROW EXECUTE FUNCTION notify_ending('user_id');

DROP TRIGGER users_endings ON users;
CREATE TRIGGER users_endings AFTER UPDATE OF role, blocked_at ON users FOR EACH ROW
    WHEN ((OLD.role, OLD.blocked_at) IS DISTINCT FROM (NEW.role, NEW.blocked_at)) EXECUTE FUNCTION notify_ending('id');

DROP TRIGGER second_factors_endings ON second_factors;
CREATE TRIGGER second_factors_endings AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON second_factors
    FOR EACH ROW EXECUTE FUNCTION notify_ending('user_id');

CREATE TRIGGER api_keys_endings AFTER DELETE OR UPDATE OF revoked_at, expires_at ON api_keys
    FOR EACH ROW EXECUTE FUNCTION notify_ending('maker_id');
