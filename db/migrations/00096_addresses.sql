-- +goose Up
-- Delivery addresses that accounts have saved.
CREATE TABLE addresses (
    id          uuid PRIMARY KEY,
    user_id     uuid NOT NULL CONSTRAINT addresses_user_id_fkey REFERENCES users ON DELETE CASCADE,
    address     text NOT NULL,
    city        text NOT NULL,
    postal_code text NOT NULL,
    country     text NOT NULL,
    recipient   text NOT NULL, -- this and the next three are empty if they were not given
    company     text NOT NULL,
    phone       text NOT NULL,
    notes       text NOT NULL,
    is_default  boolean NOT NULL,
    created_at  timestamptz NOT NULL
);
CREATE INDEX addresses_user ON addresses (user_id, created_at DESC);
CREATE UNIQUE INDEX addresses_default ON addresses (user_id) WHERE is_default;
