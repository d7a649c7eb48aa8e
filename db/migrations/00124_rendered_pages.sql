-- +goose Up
-- Rendered pages by address, so that neither a restart nor another instance renders them again (web/ssr). Since any of them can be rendered
-- anew, they are neither logged, nor replicated, nor in backups.
CREATE UNLOGGED TABLE rendered_pages (
    address text PRIMARY KEY,
    page    bytea NOT NULL, -- encoded and compressed by the renderer
    used_at timestamptz NOT NULL -- to the day
);
ALTER TABLE rendered_pages ALTER COLUMN page SET STORAGE EXTERNAL;
CREATE INDEX rendered_pages_used ON rendered_pages (used_at);
