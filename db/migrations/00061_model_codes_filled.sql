-- +goose Up
-- The codes of what is listed already. A transaction of its own: an administrator's change of a text waits for it, a search and an
-- order do not.
SELECT pg_advisory_xact_lock(hashtext('orrery.search'));

CREATE TEMPORARY TABLE changed ON COMMIT DROP AS
    SELECT p.id, t.words AS was, product_text(p) AS now FROM products p JOIN product_texts t ON t.product_id = p.id
    WHERE p.model <> '' AND t.words <> product_text(p);

CREATE TEMPORARY TABLE gone ON COMMIT DROP AS
    SELECT c.id, w.word, w.weight FROM changed c, text_words(c.was) w EXCEPT SELECT c.id, w.word, w.weight FROM changed c, text_words(c.now) w;

CREATE TEMPORARY TABLE come ON COMMIT DROP AS
    SELECT c.id, w.word, w.weight FROM changed c, text_words(c.now) w EXCEPT SELECT c.id, w.word, w.weight FROM changed c, text_words(c.was) w;

DELETE FROM product_words p USING gone g, search_words s
    WHERE s.word = g.word COLLATE "C" AND p.word_id = s.id AND p.weight = g.weight AND p.product_id = g.id;

-- A word that is gone has come back with another weight: codes only add words.
INSERT INTO search_words AS s (word, stem, products)
    SELECT c.word, word_stem(c.word), count(*) - count(g.id) FROM come c LEFT JOIN gone g ON g.id = c.id AND g.word = c.word GROUP BY c.word
    ON CONFLICT (word) DO UPDATE SET products = s.products + excluded.products;

INSERT INTO product_words (product_id, word_id, weight)
    SELECT c.id, s.id, c.weight FROM come c JOIN search_words s ON s.word = c.word COLLATE "C" ORDER BY s.id, c.weight, c.id;

UPDATE product_texts t SET words = c.now FROM changed c WHERE t.product_id = c.id;
