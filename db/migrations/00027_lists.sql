-- +goose Up
-- What administrators search, sort and filter their lists by.

-- An order is found by its number, its city, and its buyer under the name and address of now.
ALTER TABLE orders ADD COLUMN search_text text NOT NULL DEFAULT '';

-- +goose StatementBegin
CREATE FUNCTION order_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.search_text := (SELECT lower(concat_ws(' ', NEW.number, u.name, u.email, NEW.city)) FROM users u WHERE u.id = NEW.user_id);
    RETURN NEW;
END $$;
CREATE FUNCTION buyer_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE orders SET search_text = '' WHERE user_id = NEW.id; -- the trigger of orders writes it anew
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER orders_search_text BEFORE INSERT OR UPDATE OF search_text ON orders
    FOR EACH ROW EXECUTE FUNCTION order_search_text();
CREATE TRIGGER users_orders_search_text AFTER UPDATE OF name, email ON users
    FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.email <> NEW.email) EXECUTE FUNCTION buyer_search_text();
DROP TRIGGER orders_audit ON orders;
CREATE TRIGGER orders_audit AFTER UPDATE ON orders FOR EACH ROW
    EXECUTE FUNCTION audit('address', 'city', 'postal_code', 'search_text');
UPDATE orders SET search_text = '';
CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops);
CREATE INDEX orders_total ON orders (total_minor, id);
CREATE INDEX orders_status_total ON orders (status, total_minor, id);

CREATE FUNCTION preorder_text(name text, email text, company text, product text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(name || ' ' || email || ' ' || coalesce(company, '') || ' ' || product);
CREATE INDEX preorders_search ON preorders USING gin (preorder_text(name, email, company, product_name) gin_trgm_ops);
CREATE INDEX preorders_name ON preorders (lower(name), id);
CREATE INDEX preorders_product_name ON preorders (lower(product_name), id);

CREATE FUNCTION contact_text(name text, email text, subject text, message text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(name || ' ' || email || ' ' || subject || ' ' || message);
CREATE INDEX contact_messages_search ON contact_messages USING gin (contact_text(name, email, subject, message) gin_trgm_ops);

CREATE INDEX users_name ON users (lower(name), id);

-- The catalogue's own indexes hold what is listed; administrators see the rest as well.
CREATE INDEX products_all_created ON products (created_at DESC, id DESC);
CREATE INDEX products_all_name ON products (lower(name), id);
CREATE INDEX products_all_stock ON products (stock, id);
CREATE INDEX products_all_price_asc ON products (coalesce(price_minor, 9223372036854775807), id);
CREATE INDEX products_all_price_desc ON products (coalesce(price_minor, -1) DESC, id DESC);
CREATE INDEX products_all_search ON products USING gin (search_text gin_trgm_ops);
CREATE INDEX products_all_category ON products USING gin (lower(category) gin_trgm_ops);
DROP INDEX products_lookup_name; -- products_all_name begins with the same
