-- +goose Up
-- Changes of an account's address that a link in a mail to the former address undoes, for a week. Until then nobody else gets the
-- former address.
CREATE TABLE email_changes (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    email      text NOT NULL, -- the former address
    changed_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    undone_at  timestamptz
);
CREATE INDEX email_changes_user ON email_changes (user_id, id);
CREATE INDEX email_changes_email ON email_changes (email);
CREATE INDEX email_changes_expiry ON email_changes (expires_at);

-- What stands in the links, as SHA-256. A mail that is sent again has another one, and each of them works.
CREATE TABLE email_change_links (
    hash      bytea PRIMARY KEY,
    change_id bigint NOT NULL REFERENCES email_changes ON DELETE CASCADE
);
CREATE INDEX email_change_links_change ON email_change_links (change_id);
