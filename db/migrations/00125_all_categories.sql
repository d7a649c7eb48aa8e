-- +goose Up
-- Categories without a listed product have a row, too: administrators filter all products by category. Nobody writes
-- products until both the trigger and the rows are there.
LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION keep_product_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.listed THEN
        UPDATE product_categories SET listed = listed - 1 WHERE category = OLD.category;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.listed THEN
        INSERT INTO product_categories AS c (category, listed) VALUES (NEW.category, 1)
            ON CONFLICT (category) DO UPDATE SET listed = c.listed + 1;
    ELSIF TG_OP <> 'DELETE' THEN
        INSERT INTO product_categories (category, listed) VALUES (NEW.category, 0) ON CONFLICT (category) DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_product_categories() RETURNS void LANGUAGE sql AS $$
    DELETE FROM product_categories;
    INSERT INTO product_categories SELECT category, count(*) FILTER (WHERE listed) FROM products GROUP BY category;
$$;
-- +goose StatementEnd
INSERT INTO product_categories SELECT DISTINCT category, 0 FROM products WHERE NOT listed ON CONFLICT (category) DO NOTHING;
