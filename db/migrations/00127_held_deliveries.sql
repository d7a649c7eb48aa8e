-- +goose NO TRANSACTION
-- +goose Up
-- What waits for each webhook. An index of all that is pending would seem to TakeDelivery as good as deliveries_object.
-- An interrupted run leaves an index that is not valid.
DROP INDEX IF EXISTS deliveries_held;
CREATE INDEX CONCURRENTLY deliveries_held ON deliveries (webhook_id) WHERE delivered_at IS NULL AND due_at = 'infinity';
