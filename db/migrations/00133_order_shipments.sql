-- +goose Up
-- Who carries an order, and the page that tells where it is; empty if it was not stated.
ALTER TABLE orders
    ADD COLUMN carrier      text NOT NULL DEFAULT '',
    ADD COLUMN tracking_url text NOT NULL DEFAULT '';

-- The link leads to what the carrier knows of a person.
DROP TRIGGER orders_audit ON orders;
CREATE TRIGGER orders_audit AFTER UPDATE ON orders FOR EACH ROW
    EXECUTE FUNCTION audit('address', 'city', 'postal_code', 'search_text', 'buyer_name', 'recipient', 'company',
        'phone', 'notes', 'billing', 'tracking_url');
