-- +goose Up
-- What partners' programs ask with. The secret is kept as SHA-256 only; a key works as long as its maker is an administrator.
CREATE TABLE api_keys (
    id           uuid PRIMARY KEY,
    name         text NOT NULL,
    hint         text NOT NULL, -- how the secret begins
    hash         bytea NOT NULL CONSTRAINT api_keys_hash_key UNIQUE,
    scopes       text[] NOT NULL,
    maker_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    requests     integer NOT NULL, -- a minute
    cost         integer NOT NULL, -- a minute
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz,
    last_used_at timestamptz,
    revoked_at   timestamptz
);
CREATE INDEX api_keys_created ON api_keys (created_at DESC, id DESC);
CREATE INDEX api_keys_maker ON api_keys (maker_id);
CREATE TRIGGER api_keys_audit AFTER INSERT OR UPDATE OR DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION audit('hash');
