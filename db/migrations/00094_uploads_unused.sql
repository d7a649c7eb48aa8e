-- +goose Up
-- When a sweep first found that nothing names the file; null: something does, or no sweep has looked yet.
ALTER TABLE uploads ADD COLUMN unused_since timestamptz;
CREATE INDEX uploads_unused ON uploads (unused_since) WHERE unused_since IS NOT NULL;
CREATE INDEX uploads_hash ON uploads (hash);
