-- +goose Up
-- What identifies a request that may be repeated: the SHA-256 of its input with its idempotency key.
ALTER TABLE preorders ADD COLUMN request bytea CONSTRAINT preorders_request_key UNIQUE;
