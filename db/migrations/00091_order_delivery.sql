-- +goose Up
-- When the goods were expected to arrive as the order was placed: the first day, the last day, and the last day for the payment to
-- arrive in time; null if there was no estimate, and in orders of older versions.
ALTER TABLE order_items
    ADD COLUMN delivery_from timestamptz,
    ADD COLUMN delivery_until timestamptz,
    ADD COLUMN delivery_pay_by timestamptz;
