-- +goose NO TRANSACTION
-- +goose Up
-- Unpaid orders whose reminder is queued: the only ones that may expire. orders_reserved has all that wait for their
-- payment, and serves the previous version.
-- An interrupted run leaves an index that is not valid.
DROP INDEX IF EXISTS orders_expire;
CREATE INDEX CONCURRENTLY orders_expire ON orders (reserved_until)
    WHERE status = 'PENDING_PAYMENT' AND remind_at IS NULL;
