-- +goose Up
-- The second step of signing in: codes of an authenticator app (RFC 6238), and codes for the day that it is lost.
CREATE TABLE second_factors (
    user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    secret       text NOT NULL, -- sealed with a key of the process
    last_step    bigint NOT NULL DEFAULT 0, -- of the newest code that was used
    created_at   timestamptz NOT NULL,
    confirmed_at timestamptz -- null: it is being set up
);
CREATE TABLE recovery_codes (
    user_id uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
    hash    bytea NOT NULL, -- SHA-256
    PRIMARY KEY (user_id, hash)
);

-- An administrator may have to have one, so that what is known of sessions changes with it.
CREATE TRIGGER second_factors_endings AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON second_factors
    EXECUTE FUNCTION notify_endings();
