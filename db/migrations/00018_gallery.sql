-- +goose Up
-- The pictures after the main one, in their order.
ALTER TABLE products ADD COLUMN gallery jsonb NOT NULL DEFAULT '[]';
