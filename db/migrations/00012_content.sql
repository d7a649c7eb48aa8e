-- +goose Up
-- The lists of /admin/preorders: all, and those of one status.
CREATE INDEX preorders_created ON preorders (created_at DESC, id DESC);
CREATE INDEX preorders_status ON preorders (status, created_at DESC, id DESC);
