-- +goose Up
SELECT fill_order_sums();

-- Only the dashboard read it. That of the previous version finds the orders of its period with orders_created.
DROP INDEX orders_period;
