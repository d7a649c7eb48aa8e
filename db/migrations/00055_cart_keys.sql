-- +goose Up
-- The key of the addition that came last, so that it can be repeated when its answer was lost.
ALTER TABLE carts ADD COLUMN last_addition text;
