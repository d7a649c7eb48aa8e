-- +goose Up
-- For the administrators' list, newest first.
CREATE INDEX stock_alerts_created ON stock_alerts (created_at, id);
