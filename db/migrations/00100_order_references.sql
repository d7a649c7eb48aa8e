-- +goose Up
-- A creditor reference names an order by its number without hyphens.
CREATE INDEX orders_reference ON orders (replace(number, '-', ''));
