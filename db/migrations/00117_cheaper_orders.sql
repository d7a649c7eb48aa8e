-- +goose Up
-- Indexes that every order wrote and that others replace: product_stocks_stock and events_position.
DROP INDEX products_stock;
DROP INDEX products_all_stock;
DROP INDEX events_age;

-- A changed row of products stays on its page, if there is room, and then no index is written.
ALTER TABLE products SET (fillfactor = 75);

-- PostgreSQL plans what a function in PL/pgSQL does once for each connection, and in SQL for each call.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION number_of(series text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF series = 'order' THEN
        RETURN coalesce((SELECT document ->> 'orderPrefix' FROM settings ORDER BY id DESC LIMIT 1), 'OR-')
            || nextval('order_numbers');
    ELSIF series = 'quote' THEN
        RETURN coalesce((SELECT document ->> 'quotePrefix' FROM settings ORDER BY id DESC LIMIT 1), 'QU-')
            || nextval('quote_numbers');
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
