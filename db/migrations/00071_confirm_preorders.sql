-- +goose Up
-- Until when the address of a pre-order has to be confirmed by the link in its mail. Null: it counts in the queue, as all do that were
-- placed before, or by an older version. What nobody confirms is forgotten at that time.
ALTER TABLE preorders ADD COLUMN confirm_by timestamptz;
CREATE INDEX preorders_unconfirmed ON preorders (confirm_by) WHERE confirm_by IS NOT NULL;
DROP INDEX preorders_queue;
CREATE INDEX preorders_queue ON preorders (preorder_queue(product_id, product_name), created_at, id) INCLUDE (quantity)
    WHERE status <> 'Closed' AND confirm_by IS NULL;
