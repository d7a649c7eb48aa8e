-- +goose Up
-- Model codes are part of the catalogue's search: their parts, and the whole code without what stands between them, both marked D.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION product_text(p products) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    SELECT setweight(to_tsvector('simple', plain_words(p.name)), 'A')
        || setweight(to_tsvector('simple', plain_words(array_to_string(p.tags, ' '))), 'B')
        || setweight(to_tsvector('simple', plain_words(p.short_desc)), 'C')
        || setweight(to_tsvector('simple', plain_words(coalesce(p.model, '')) || ' ' || replace(plain_words(coalesce(p.model, '')), ' ', '')), 'D')
        || array_to_tsvector(ARRAY['/' || p.category])
$$;

-- A word weighs 64 in a name, 48 in a model code, 32 in a tag and 16 in the short description, and up to 15 more the shorter the name is.
CREATE OR REPLACE FUNCTION text_words(words tsvector) RETURNS TABLE (word text, weight smallint)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    SELECT lexeme, (64 * ('A' = any(weights))::int + 48 * ('D' = any(weights))::int + 32 * ('B' = any(weights))::int
        + 16 * ('C' = any(weights))::int + 15 - least(15, sum(cardinality(array_positions(weights, 'A'))) OVER ()))::smallint
    FROM unnest(words) WHERE lexeme NOT LIKE '/%'
$$;
-- +goose StatementEnd

DROP TRIGGER products_by_word_changed ON products;
CREATE TRIGGER products_by_word_changed AFTER UPDATE OF name, model, tags, short_desc, category, listed ON products
    FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.model IS DISTINCT FROM NEW.model OR OLD.tags <> NEW.tags OR OLD.short_desc <> NEW.short_desc
        OR OLD.category <> NEW.category OR OLD.listed <> NEW.listed) EXECUTE FUNCTION keep_product_words();

-- For the administrators' search by name.
CREATE INDEX products_all_name_part ON products USING gin (lower(name) gin_trgm_ops);
