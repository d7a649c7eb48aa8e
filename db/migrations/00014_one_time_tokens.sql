-- +goose Up
ALTER TABLE users
    ADD COLUMN email_verified_at timestamptz,
    ADD COLUMN pending_email     text;

-- What stands in a link that was mailed, as SHA-256 only. An account has at most one for each purpose.
CREATE TABLE one_time_tokens (
    hash       bytea PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    purpose    text NOT NULL CONSTRAINT one_time_tokens_purpose_check CHECK (purpose IN ('email-verification', 'password-reset')),
    email      text NOT NULL, -- where it was sent to
    expires_at timestamptz NOT NULL,
    CONSTRAINT one_time_tokens_user_purpose_key UNIQUE (user_id, purpose)
);
CREATE INDEX one_time_tokens_expiry ON one_time_tokens (expires_at);

-- Visitors' pre-orders are looked for when their address is verified.
CREATE INDEX preorders_visitor_email ON preorders (email) WHERE user_id IS NULL;
