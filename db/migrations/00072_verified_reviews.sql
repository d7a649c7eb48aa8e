-- +goose Up
-- Whether its writer had bought the product, by an order that was paid. Reviews of the catalogue that was seeded, which no account wrote,
-- count as such; those of deleted accounts do not.
ALTER TABLE reviews ADD COLUMN verified boolean NOT NULL DEFAULT false;
UPDATE reviews r SET verified = true WHERE r.user_id IS NULL AND r.name <> 'Former customer' OR EXISTS (
    SELECT FROM orders o JOIN order_items i ON i.order_id = o.id
    WHERE o.user_id = r.user_id AND i.product_id = r.product_id AND o.status IN ('PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED'));
CREATE INDEX reviews_verified ON reviews (product_id, created_at DESC, id DESC) WHERE verified AND NOT hidden;
