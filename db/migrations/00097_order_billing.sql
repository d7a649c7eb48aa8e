-- +goose Up
-- Who receives the goods and how, empty if it was not given, and what the invoice states about its recipient.
ALTER TABLE orders
    ADD COLUMN recipient text NOT NULL DEFAULT '',
    ADD COLUMN company   text NOT NULL DEFAULT '',
    ADD COLUMN phone     text NOT NULL DEFAULT '',
    ADD COLUMN notes     text NOT NULL DEFAULT '',
    ADD COLUMN billing   jsonb NOT NULL DEFAULT '{}';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION order_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.search_text := (SELECT lower(concat_ws(' ', NEW.number, coalesce(u.name, NEW.buyer_name), u.email, NEW.city,
            nullif(NEW.company, ''), NEW.billing ->> 'company', NEW.billing ->> 'vatNumber',
            NEW.billing ->> 'purchaseOrderNumber'))
        FROM (SELECT) AS one LEFT JOIN users u ON u.id = NEW.user_id);
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP TRIGGER orders_search_text ON orders;
CREATE TRIGGER orders_search_text
    BEFORE INSERT OR UPDATE OF search_text, user_id, buyer_name, city, company, billing ON orders
    FOR EACH ROW EXECUTE FUNCTION order_search_text();
DROP TRIGGER orders_audit ON orders;
CREATE TRIGGER orders_audit AFTER UPDATE ON orders FOR EACH ROW
    EXECUTE FUNCTION audit('address', 'city', 'postal_code', 'search_text', 'buyer_name', 'recipient', 'company',
        'phone', 'notes', 'billing');

-- What the order of a quote inherits.
ALTER TABLE quotes ADD COLUMN billing jsonb NOT NULL DEFAULT '{}';
DROP TRIGGER quotes_audit ON quotes;
CREATE TRIGGER quotes_audit AFTER UPDATE ON quotes FOR EACH ROW
    EXECUTE FUNCTION audit('request', 'name', 'company', 'email', 'billing');
