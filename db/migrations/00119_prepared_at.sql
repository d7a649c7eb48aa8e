-- +goose Up
-- When the agent has last changed what the buyer ordered; null for orders from before, and for those that an older version of the
-- server places meanwhile.
ALTER TABLE agent_orders ADD COLUMN prepared_at timestamptz;
