-- +goose Up
-- Recreates the trigger products_changes for the present columns of products. A migration that adds a column calls it. Stock, and
-- what does not change or follows from other columns, notifies nobody.
-- +goose StatementBegin
CREATE FUNCTION watch_products() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE (SELECT 'CREATE OR REPLACE TRIGGER products_changes AFTER INSERT OR DELETE OR UPDATE OF '
            || string_agg(quote_ident(attname), ', ' ORDER BY attnum) || ' ON products EXECUTE FUNCTION notify_changes()'
        FROM pg_attribute WHERE attrelid = 'products'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
            AND attname NOT IN ('id', 'stock', 'created_at', 'updated_at'));
END $$;
-- +goose StatementEnd
SELECT watch_products();
