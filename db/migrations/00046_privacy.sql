-- +goose Up
-- An order outlives the account of its buyer: it is detached then, and keeps the name that its invoice has to say.
ALTER TABLE orders
    ALTER COLUMN user_id DROP NOT NULL,
    ADD COLUMN buyer_name text; -- null as long as there is an account, and once the books may forget it
-- What the books may forget some day; what they have forgotten is not looked at again.
CREATE INDEX orders_remembered ON orders (created_at) WHERE address <> '';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION order_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.search_text := (SELECT lower(concat_ws(' ', NEW.number, coalesce(u.name, NEW.buyer_name), u.email, NEW.city))
        FROM (SELECT) AS one LEFT JOIN users u ON u.id = NEW.user_id);
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP TRIGGER orders_search_text ON orders;
CREATE TRIGGER orders_search_text BEFORE INSERT OR UPDATE OF search_text, user_id, buyer_name, city ON orders
    FOR EACH ROW EXECUTE FUNCTION order_search_text();
DROP TRIGGER orders_audit ON orders;
CREATE TRIGGER orders_audit AFTER UPDATE ON orders FOR EACH ROW
    EXECUTE FUNCTION audit('address', 'city', 'postal_code', 'search_text', 'buyer_name');

-- When somebody last dealt with it; null: not since it came. It is forgotten some time after that.
ALTER TABLE contact_messages ADD COLUMN changed_at timestamptz;
ALTER TABLE preorders ADD COLUMN changed_at timestamptz;
CREATE INDEX contact_messages_changed ON contact_messages (coalesce(changed_at, created_at));
CREATE INDEX preorders_changed ON preorders (coalesce(changed_at, created_at));
DROP TRIGGER contact_messages_audit ON contact_messages;
CREATE TRIGGER contact_messages_audit AFTER UPDATE OR DELETE ON contact_messages FOR EACH ROW
    EXECUTE FUNCTION audit('name', 'email', 'subject', 'message', 'changed_at');
DROP TRIGGER preorders_audit ON preorders;
CREATE TRIGGER preorders_audit AFTER UPDATE ON preorders FOR EACH ROW
    EXECUTE FUNCTION audit('name', 'email', 'company', 'phone', 'message', 'changed_at');

-- What came from an address before it had an account belongs to that, too.
CREATE INDEX contact_messages_email ON contact_messages (email);
CREATE INDEX quotes_visitor_email ON quotes (email) WHERE user_id IS NULL;
