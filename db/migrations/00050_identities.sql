-- +goose Up
-- Accounts at providers that people sign in with.
CREATE TABLE identities (
    provider  text NOT NULL CONSTRAINT identities_provider_check CHECK (provider IN ('google', 'github')),
    subject   text NOT NULL, -- what the provider calls the account by
    user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    email     text NOT NULL, -- at the provider, when it was linked
    linked_at timestamptz NOT NULL,
    CONSTRAINT identities_pkey PRIMARY KEY (provider, subject),
    CONSTRAINT identities_user_provider_key UNIQUE (user_id, provider)
);

-- Its password hash is one that no password has.
ALTER TABLE users ADD passwordless boolean NOT NULL DEFAULT false;

-- Whoever is on the way to a provider and back, by the SHA-256 of what the browser's cookie holds.
CREATE TABLE sign_ins (
    browser    bytea PRIMARY KEY,
    provider   text NOT NULL,
    state      text NOT NULL,
    nonce      text NOT NULL,
    verifier   text NOT NULL, -- of PKCE
    back       text NOT NULL, -- a path of ours
    link       boolean NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ins_expiry ON sign_ins (expires_at);

-- What the provider has said of whoever came back, until the page asks for it, by the SHA-256 of another cookie.
CREATE TABLE proven_identities (
    browser    bytea PRIMARY KEY,
    provider   text NOT NULL,
    subject    text NOT NULL,
    email      text NOT NULL,
    name       text NOT NULL,
    link       boolean NOT NULL, -- to link it, not to sign in
    expires_at timestamptz NOT NULL
);
CREATE INDEX proven_identities_expiry ON proven_identities (expires_at);
