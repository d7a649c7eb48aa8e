-- +goose Up
-- The catalogue's search: which words there are, the best products of each word, and the words of each product. Triggers keep
-- them in step with what is listed; neither stock, prices nor ratings touch them.
CREATE TABLE search_words (
    id       integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    word     text COLLATE "C" NOT NULL CONSTRAINT search_words_key UNIQUE,
    stem     text COLLATE "C" NOT NULL,
    products integer NOT NULL -- how many have it
) WITH (fillfactor = 80);

-- A list for each word, best products last. The key is all that is ever read.
CREATE TABLE product_words (
    product_id bigint NOT NULL,
    word_id    integer NOT NULL,
    weight     smallint NOT NULL,
    PRIMARY KEY (word_id, weight, product_id)
);

-- A lexeme for each word, marked with where it stands (A name, B tag, C short description), and one for the category, after a slash.
CREATE TABLE product_texts (
    product_id bigint PRIMARY KEY,
    words      tsvector NOT NULL
);

-- Words in lower case with a space between them: what is neither letter nor digit parts words, and accents do not count.
-- +goose StatementBegin
CREATE FUNCTION plain_words(text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT regexp_replace(translate(lower(text), 'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿ', 'aaaaaaceeeeiiiinoooooouuuuyy'), '[^[:alnum:]]+', ' ', 'g') $$;

CREATE FUNCTION word_stem(word text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce((ts_lexize('english_stem', word))[1], word) $$;

CREATE FUNCTION product_text(p products) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    SELECT setweight(to_tsvector('simple', plain_words(p.name)), 'A')
        || setweight(to_tsvector('simple', plain_words(array_to_string(p.tags, ' '))), 'B')
        || setweight(to_tsvector('simple', plain_words(p.short_desc)), 'C')
        || array_to_tsvector(ARRAY['/' || p.category])
$$;

-- A word weighs 64 in a name, 32 in a tag and 16 in the short description, and up to 15 more the shorter the name is.
CREATE FUNCTION text_words(words tsvector) RETURNS TABLE (word text, weight smallint)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    SELECT lexeme, (64 * ('A' = any(weights))::int + 32 * ('B' = any(weights))::int + 16 * ('C' = any(weights))::int
        + 15 - least(15, sum(cardinality(array_positions(weights, 'A'))) OVER ()))::smallint
    FROM unnest(words) WHERE lexeme NOT LIKE '/%'
$$;

-- Writes of texts wait for each other from here on, before they hold anything that the next one needs: each has words in common
-- with most others.
CREATE FUNCTION keep_product_words() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    of_id bigint := coalesce(NEW.id, OLD.id);
    was   tsvector;
    now   tsvector;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('orrery.search'));
    SELECT t.words INTO was FROM product_texts t WHERE t.product_id = of_id;
    IF TG_OP <> 'DELETE' AND NEW.listed THEN
        now := product_text(NEW);
    END IF;

    DELETE FROM product_words p USING search_words s, (SELECT * FROM text_words(was) EXCEPT SELECT * FROM text_words(now)) AS gone
        WHERE s.word = gone.word AND p.word_id = s.id AND p.weight = gone.weight AND p.product_id = of_id;
    UPDATE search_words s SET products = s.products - 1
        WHERE s.word IN (SELECT word FROM text_words(was) EXCEPT SELECT word FROM text_words(now));
    DELETE FROM search_words s USING text_words(was) AS gone WHERE s.word = gone.word AND s.products = 0;

    INSERT INTO search_words AS s (word, stem, products)
        SELECT word, word_stem(word), 1 FROM (SELECT word FROM text_words(now) EXCEPT SELECT word FROM text_words(was)) AS come
        ON CONFLICT (word) DO UPDATE SET products = s.products + 1;
    INSERT INTO product_words (product_id, word_id, weight)
        SELECT of_id, s.id, come.weight FROM search_words s
        JOIN (SELECT * FROM text_words(now) EXCEPT SELECT * FROM text_words(was)) AS come USING (word);

    IF now IS NULL THEN
        DELETE FROM product_texts WHERE product_id = of_id;
    ELSE
        INSERT INTO product_texts (product_id, words) VALUES (of_id, now)
            ON CONFLICT (product_id) DO UPDATE SET words = excluded.words;
    END IF;
    RETURN NULL;
END
$$;

-- Makes all of it anew, after products were written past the triggers: some ten seconds for each 100,000.
CREATE FUNCTION fill_product_words() RETURNS void
LANGUAGE plpgsql
SET work_mem = '256MB'
AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('orrery.search'));
    TRUNCATE search_words, product_words, product_texts;
    DROP INDEX product_texts_words; -- made faster at the end than entry by entry
    INSERT INTO product_texts (product_id, words)
        SELECT p.id, product_text(p) FROM products p WHERE p.listed ORDER BY p.id;
    CREATE INDEX product_texts_words ON product_texts USING gin (words) WITH (fastupdate = off);
    INSERT INTO search_words (word, stem, products)
        SELECT word, word_stem(word), ndoc FROM ts_stat('SELECT words FROM product_texts') WHERE word NOT LIKE '/%' ORDER BY ndoc DESC;
    INSERT INTO product_words (product_id, word_id, weight)
        SELECT t.product_id, s.id, w.weight FROM product_texts t, text_words(t.words) w, search_words s WHERE s.word = w.word
        ORDER BY s.id, w.weight, t.product_id;
    ANALYZE search_words, product_words, product_texts;
END
$$;
-- +goose StatementEnd

CREATE INDEX search_words_stem ON search_words (stem);
CREATE INDEX search_words_part ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX product_texts_words ON product_texts USING gin (words) WITH (fastupdate = off);

-- Before the triggers that lock a row for a category, in the order of names.
CREATE TRIGGER products_by_word AFTER INSERT OR DELETE ON products
    FOR EACH ROW EXECUTE FUNCTION keep_product_words();
CREATE TRIGGER products_by_word_changed AFTER UPDATE OF name, tags, short_desc, category, listed ON products
    FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.tags <> NEW.tags OR OLD.short_desc <> NEW.short_desc OR OLD.category <> NEW.category
        OR OLD.listed <> NEW.listed) EXECUTE FUNCTION keep_product_words();

-- Searching goes another way now; for a server that still goes this one there is products_all_search.
DROP INDEX products_search;
