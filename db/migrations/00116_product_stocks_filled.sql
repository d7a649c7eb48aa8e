-- +goose Up
-- The triggers have written what has changed meanwhile.
INSERT INTO product_stocks (product_id, stock) SELECT id, stock FROM products ON CONFLICT DO NOTHING;
