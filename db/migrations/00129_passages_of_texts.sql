-- +goose Up
-- Prices and stock are in no passage, but every edit of a product and every line of an import assigns all columns.
CREATE TRIGGER products_passages_changed AFTER UPDATE OF name, model, category, short_desc, tags, content, listed ON products
    FOR EACH ROW WHEN ((OLD.name, OLD.model, OLD.category, OLD.short_desc, OLD.tags, OLD.content, OLD.listed)
        IS DISTINCT FROM (NEW.name, NEW.model, NEW.category, NEW.short_desc, NEW.tags, NEW.content, NEW.listed))
    EXECUTE FUNCTION keep_product_passages();
CREATE OR REPLACE TRIGGER products_passages AFTER INSERT ON products
    FOR EACH ROW EXECUTE FUNCTION keep_product_passages();
