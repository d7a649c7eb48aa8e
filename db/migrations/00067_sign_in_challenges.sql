-- +goose Up
-- The second step of signing in, for whoever has given the password or come from a provider. A new password deletes them.
CREATE TABLE sign_in_challenges (
    hash       bytea PRIMARY KEY, -- SHA-256
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);
