-- +goose NO TRANSACTION
-- +goose Up
-- Since when a webhook fails, without all that waits for it. An interrupted run leaves an index that is not valid.
DROP INDEX IF EXISTS deliveries_failing;
CREATE INDEX CONCURRENTLY deliveries_failing ON deliveries (webhook_id, since)
    WHERE delivered_at IS NULL AND attempts > 0 AND last_error IS NOT NULL;
