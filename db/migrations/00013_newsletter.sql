-- +goose Up
CREATE TABLE newsletter_subscribers (
    id           uuid PRIMARY KEY,
    email        text NOT NULL CONSTRAINT newsletter_subscribers_email_key UNIQUE,
    confirmed_at timestamptz, -- null: gets nothing
    forget_at    timestamptz, -- null: once confirmed
    created_at   timestamptz NOT NULL,
    CONSTRAINT newsletter_subscribers_state_check CHECK ((confirmed_at IS NULL) = (forget_at IS NOT NULL))
);
CREATE INDEX newsletter_subscribers_forget ON newsletter_subscribers (forget_at);

-- What stands in the links of each mail, as SHA-256 only.
CREATE TABLE newsletter_tokens (
    hash          bytea PRIMARY KEY,
    subscriber_id uuid NOT NULL REFERENCES newsletter_subscribers ON DELETE CASCADE,
    purpose       text NOT NULL CONSTRAINT newsletter_tokens_purpose_check CHECK (purpose IN ('confirm', 'leave')),
    expires_at    timestamptz -- null: as long as the subscriber is known
);
CREATE INDEX newsletter_tokens_subscriber ON newsletter_tokens (subscriber_id, purpose);
CREATE INDEX newsletter_tokens_expiry ON newsletter_tokens (expires_at);
