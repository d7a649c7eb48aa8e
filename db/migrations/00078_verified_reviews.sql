-- +goose Up
-- Whether the reviewer had bought the product, by an order that was paid. Reviews of the seeded catalogue, which no account wrote, count as
-- such; those of deleted accounts do not. Some databases have this already, from when it had the number 72.
ALTER TABLE reviews ADD COLUMN IF NOT EXISTS verified boolean NOT NULL DEFAULT false;
UPDATE reviews r SET verified = true WHERE NOT r.verified AND (r.user_id IS NULL AND r.name <> 'Former customer' OR EXISTS (
    SELECT FROM orders o JOIN order_items i ON i.order_id = o.id
    WHERE o.user_id = r.user_id AND i.product_id = r.product_id AND o.status IN ('PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED')));
CREATE INDEX IF NOT EXISTS reviews_verified ON reviews (product_id, created_at DESC, id DESC) WHERE verified AND NOT hidden;
