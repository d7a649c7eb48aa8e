-- +goose Up
-- The stock of each product again, for lists that are sorted or filtered by it. products.stock itself has no index: every order changes it,
-- and a change of an indexed column writes all indexes of the table anew.
CREATE TABLE product_stocks (
    product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
    stock      integer NOT NULL
);
CREATE INDEX product_stocks_stock ON product_stocks (stock, product_id);

-- +goose StatementBegin
CREATE FUNCTION keep_product_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE product_stocks SET stock = NEW.stock WHERE product_id = NEW.id;
    IF NOT FOUND THEN
        INSERT INTO product_stocks (product_id, stock) VALUES (NEW.id, NEW.stock)
            ON CONFLICT (product_id) DO UPDATE SET stock = excluded.stock;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER products_stock_added AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION keep_product_stock();
CREATE TRIGGER products_stock_changed AFTER UPDATE OF stock ON products FOR EACH ROW
    WHEN (OLD.stock <> NEW.stock) EXECUTE FUNCTION keep_product_stock();
