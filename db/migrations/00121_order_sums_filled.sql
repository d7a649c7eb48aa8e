-- +goose Up
SELECT fill_order_sums();

-- Only the dashboard read it. That of the previous version finds the orders of its period with orders_created.
DROP INDEX orders_period;

-- The dashboard counts pre-orders from the index alone.
DROP INDEX preorders_period;
CREATE INDEX preorders_period ON preorders (created_at) INCLUDE (status) WHERE confirm_by IS NULL;
