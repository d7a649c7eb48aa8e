-- +goose Up
-- The version of the terms that was current when an order or a quote was made; null before versions were kept.
ALTER TABLE orders ADD COLUMN terms_version integer;
ALTER TABLE quotes ADD COLUMN terms_version integer;

-- +goose StatementBegin
CREATE FUNCTION keep_terms_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.terms_version := (SELECT max(version) FROM texts
        WHERE name = 'terms' AND valid_from <= greatest(created_at, NEW.created_at));
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER orders_terms_version BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION keep_terms_version();
CREATE TRIGGER quotes_terms_version BEFORE INSERT ON quotes FOR EACH ROW EXECUTE FUNCTION keep_terms_version();
