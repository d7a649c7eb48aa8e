-- +goose Up
-- When what a product's page says last changed; null as long as it is what it was at the start.
ALTER TABLE products ADD COLUMN updated_at timestamptz;
