-- +goose Up
-- A blocked account can't sign in, and its sessions and keys end.
ALTER TABLE users ADD COLUMN blocked_at timestamptz;
CREATE INDEX users_created ON users (created_at DESC, id DESC);
CREATE INDEX users_search ON users USING gin ((lower(name) || ' ' || email) gin_trgm_ops);
CREATE INDEX users_admins ON users (created_at DESC, id DESC) WHERE role = 'admin';
