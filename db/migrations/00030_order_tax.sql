-- +goose Up
-- The rate of an order's tax is frozen with its amount; null where an older program has placed it. What was placed before gets the
-- whole rate that makes its tax, or else the nearest.
ALTER TABLE orders ADD COLUMN tax_percent text;
UPDATE orders SET tax_percent = trim_scale(CASE WHEN round(subtotal_minor * round(rate) / 100) = tax_minor THEN round(rate) ELSE round(rate, 2) END)::text
FROM (SELECT id AS rated, tax_minor * 100.0 / subtotal_minor AS rate FROM orders WHERE subtotal_minor > 0) AS rates
WHERE id = rated;
