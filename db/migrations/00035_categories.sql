-- +goose Up
-- How many listed products each category holds, so that a filter finds its categories and a total is added up instead of counted.
CREATE TABLE product_categories (
    category text PRIMARY KEY,
    listed   bigint NOT NULL
);

-- +goose StatementBegin
CREATE FUNCTION keep_product_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.listed THEN
        UPDATE product_categories SET listed = listed - 1 WHERE category = OLD.category;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.listed THEN
        INSERT INTO product_categories AS c (category, listed) VALUES (NEW.category, 1)
            ON CONFLICT (category) DO UPDATE SET listed = c.listed + 1;
    END IF;
    RETURN NULL;
END $$;
-- Counts all of them anew, after products were written past the triggers.
CREATE FUNCTION count_product_categories() RETURNS void LANGUAGE sql AS $$
    DELETE FROM product_categories;
    INSERT INTO product_categories SELECT category, count(*) FROM products WHERE listed GROUP BY category;
$$;
-- +goose StatementEnd
CREATE TRIGGER products_categories AFTER INSERT OR DELETE ON products
    FOR EACH ROW EXECUTE FUNCTION keep_product_categories();
CREATE TRIGGER products_recategorised AFTER UPDATE OF category, listed ON products
    FOR EACH ROW WHEN (OLD.category <> NEW.category OR OLD.listed <> NEW.listed) EXECUTE FUNCTION keep_product_categories();
SELECT count_product_categories();

-- A page of a category is read in its order.
CREATE INDEX products_category_created ON products (category, created_at DESC, id DESC) WHERE listed;
CREATE INDEX products_category_price_asc ON products (category, coalesce(price_minor, 9223372036854775807), id) WHERE listed;
CREATE INDEX products_category_price_desc ON products (category, coalesce(price_minor, -1) DESC, id DESC) WHERE listed;
CREATE INDEX products_category_name ON products (category, lower(name), id) WHERE listed;
CREATE INDEX products_category_rating ON products (category, rating DESC, id DESC) WHERE listed;
