-- +goose Up
-- What the chat answers with: a figure of a data sheet, a paragraph or a frequent question each, kept in step by triggers.
CREATE TABLE passages (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    product_id bigint REFERENCES products ON DELETE CASCADE,
    faq_id     uuid REFERENCES faq_entries ON DELETE CASCADE,
    kind       text NOT NULL
        CONSTRAINT passages_kind_check CHECK (kind IN ('question', 'summary', 'price', 'figure', 'text')),
    subject    text NOT NULL, -- the product's name, or the question
    heading    text NOT NULL,
    body       text NOT NULL,
    extra      text NOT NULL, -- words to find it by, never shown
    vector     tsvector NOT NULL GENERATED ALWAYS AS (
        setweight(to_tsvector('english', subject), 'A') || setweight(to_tsvector('english', heading), 'B')
        || setweight(to_tsvector('english', extra), 'C') || setweight(to_tsvector('english', body), 'D')) STORED,
    CONSTRAINT passages_source_check CHECK ((product_id IS NULL) <> (faq_id IS NULL))
);
CREATE INDEX passages_vector ON passages USING gin (vector);
CREATE INDEX passages_product ON passages (product_id);
CREATE INDEX passages_faq ON passages (faq_id);

-- The entries of a list in a product's content; a list that nobody wrote may be null there.
-- +goose StatementBegin
CREATE FUNCTION entries(list jsonb) RETURNS SETOF jsonb
LANGUAGE sql IMMUTABLE
AS $$ SELECT jsonb_array_elements(CASE jsonb_typeof(list) WHEN 'array' THEN list ELSE '[]' END) $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION product_passages(p products) RETURNS TABLE (kind text, heading text, body text, extra text)
LANGUAGE sql STABLE
AS $$
    SELECT 'summary', '', p.short_desc, concat_ws(' ', p.model, p.category, array_to_string(p.tags, ' '))
    UNION ALL
    SELECT 'price', 'Price', '', 'cost stock available'
    UNION ALL
    SELECT 'figure', i ->> 'label', concat_ws(': ', i ->> 'label', i ->> 'value'), g ->> 'title'
    FROM entries(p.content -> 'specs') g, entries(g -> 'items') i
    UNION ALL
    SELECT 'figure', i ->> 'label', concat_ws(': ', i ->> 'label', i ->> 'value'), ''
    FROM entries(p.content -> 'plate') i
    WHERE NOT EXISTS (SELECT FROM entries(p.content -> 'specs') g, entries(g -> 'items') s WHERE s ->> 'label' = i ->> 'label')
    UNION ALL
    SELECT 'figure', g ->> 'title', i #>> '{}', ''
    FROM entries(p.content -> 'technical') g, entries(g -> 'items') i
    UNION ALL
    SELECT 'text', f ->> 'title', f ->> 'description', ''
    FROM entries(p.content -> 'features') f
    UNION ALL
    SELECT 'text', '', paragraph, ''
    FROM regexp_split_to_table(p.content ->> 'description', '\n\s*\n') paragraph WHERE paragraph <> ''
    UNION ALL
    SELECT 'text', 'Included modules and parts', 'Included: ' || string_agg(m #>> '{}', '; ') || '.', ''
    FROM entries(p.content -> 'modules') m HAVING count(*) > 0
    UNION ALL
    SELECT 'text', plan ->> 'title', format('%s: %s %s. Includes: %s.', plan ->> 'title', plan ->> 'price', plan ->> 'period',
        (SELECT string_agg(f #>> '{}', '; ') FROM entries(plan -> 'features') f)), 'plan cost month'
    FROM jsonb_each(CASE jsonb_typeof(p.content -> 'pricing') WHEN 'object' THEN p.content -> 'pricing' ELSE '{}' END) AS way (name, plan)
    WHERE jsonb_typeof(plan) = 'object'
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION keep_product_passages() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    DELETE FROM passages WHERE product_id = NEW.id;
    IF NEW.listed THEN
        INSERT INTO passages (product_id, kind, subject, heading, body, extra)
            SELECT NEW.id, n.kind, NEW.name, n.heading, n.body, n.extra FROM product_passages(NEW) n;
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION keep_faq_passages() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    DELETE FROM passages WHERE faq_id = NEW.id;
    INSERT INTO passages (faq_id, kind, subject, heading, body, extra) VALUES (NEW.id, 'question', NEW.question, '', NEW.answer, '');
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- Stock and ratings change often and are in no passage.
CREATE TRIGGER products_passages AFTER INSERT OR UPDATE OF name, model, category, short_desc, tags, content, listed ON products
    FOR EACH ROW EXECUTE FUNCTION keep_product_passages();
CREATE TRIGGER faq_entries_passages AFTER INSERT OR UPDATE ON faq_entries
    FOR EACH ROW EXECUTE FUNCTION keep_faq_passages();

-- What is there already goes through the triggers too.
UPDATE products SET name = name;
UPDATE faq_entries SET question = question;
