-- +goose Up
-- The figures that products can state. Values of built-in ones follow from other columns of products.
CREATE TABLE attributes (
    id         text COLLATE "C" PRIMARY KEY
        CONSTRAINT attributes_id_check CHECK (id ~ '^[a-z][a-zA-Z0-9]{0,39}$'),
    label      text NOT NULL,
    kind       text NOT NULL CONSTRAINT attributes_kind_check CHECK (kind IN ('NUMBER', 'CHOICE', 'FLAG')),
    unit       text NOT NULL DEFAULT 'NONE', -- of the values of a number, which are integers
    choices    text[] NOT NULL DEFAULT '{}',
    categories text[] NOT NULL DEFAULT '{}', -- empty: all
    filterable boolean NOT NULL DEFAULT true,
    comparable boolean NOT NULL DEFAULT true,
    position   integer NOT NULL,
    built_in   boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX attributes_label_key ON attributes (lower(label));
CREATE INDEX attributes_position ON attributes (position, id);
CREATE TRIGGER attributes_audit AFTER INSERT OR UPDATE OR DELETE ON attributes FOR EACH ROW EXECUTE FUNCTION audit();
CREATE TRIGGER attributes_changes AFTER INSERT OR DELETE OR UPDATE ON attributes EXECUTE FUNCTION notify_changes();
INSERT INTO attributes (id, label, kind, unit, comparable, position, built_in) VALUES
    ('payload', 'Payload', 'NUMBER', 'GRAM', true, 10, true),
    ('reach', 'Reach', 'NUMBER', 'MILLIMETRE', true, 20, true),
    ('mass', 'Mass', 'NUMBER', 'GRAM', true, 30, true),
    ('repeatability', 'Repeatability', 'NUMBER', 'MICROMETRE', true, 40, false),
    ('stroke', 'Stroke', 'NUMBER', 'MILLIMETRE', true, 50, false),
    ('runTime', 'Run time', 'NUMBER', 'MINUTE', true, 60, false),
    ('price', 'Price', 'NUMBER', 'MONEY', false, 70, true),
    ('available', 'In stock', 'FLAG', 'NONE', false, 80, true),
    ('delivery', 'Delivery time', 'NUMBER', 'DAY', false, 90, true);

-- Which values the listed products state, for filters, kept by triggers. IDs that begin with _ are no attributes: kind and
-- connection of what products are mounted on each other by.
CREATE TABLE product_attributes (
    product_id   bigint NOT NULL,
    attribute_id text COLLATE "C" NOT NULL,
    value        bigint NOT NULL, -- 1 of a flag, 0 of a choice
    choice       text COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (product_id, attribute_id)
);
-- Products by their values, also in the order of a list that is sorted by an attribute.
CREATE INDEX product_attributes_value ON product_attributes (attribute_id, choice, value, product_id);

-- Most days of a delivery time such as `2 to 3 weeks`, null for a text of another form. The same rule is in shop.
-- +goose StatementBegin
CREATE FUNCTION delivery_days(lead_time text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
    SELECT CASE WHEN m[4] = 'week' THEN n * 7 WHEN m[4] = 'month' THEN n * 30 WHEN m[3] IS NOT NULL THEN (n * 7 + 4) / 5 ELSE n END
    FROM regexp_match(lower(btrim(lead_time)), '^(\d{1,3})(?:\s*(?:-|–|to)\s*(\d{1,3}))?\s*(working |business )?(day|week|month)s?$') AS m,
        LATERAL (SELECT greatest(m[1]::integer, m[2]::integer) AS n) AS most
$$;

CREATE FUNCTION product_values(p products) RETURNS TABLE (attribute_id text, value bigint, choice text)
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    WITH e AS (
        SELECT p.content -> 'engineering' AS e,
            NOT p.coming_soon AND NOT p.is_preorder AND p.price_minor IS NOT NULL AND p.stock > 0 AS available
    )
    SELECT v.attribute_id, v.value, '' FROM e, LATERAL (VALUES
        ('payload', (e ->> 'payloadGrams')::bigint), ('reach', (e ->> 'reachMm')::bigint), ('mass', (e ->> 'massGrams')::bigint),
        ('price', p.price_minor), ('available', CASE WHEN available THEN 1 END),
        ('delivery', CASE WHEN available THEN (SELECT delivery_days(item ->> 'value')
            FROM jsonb_array_elements(CASE jsonb_typeof(p.content -> 'plate') WHEN 'array' THEN p.content -> 'plate' END) AS item
            WHERE lower(item ->> 'label') = 'lead time' LIMIT 1) END)
    ) AS v (attribute_id, value) WHERE v.value IS NOT NULL
    UNION ALL
    SELECT v.attribute_id, 0, (e ->> 'kind') || ' ' || upper(regexp_replace(v.choice, '\s', '', 'g')) FROM e, LATERAL (VALUES
        ('_flange', CASE e ->> 'kind' WHEN 'ARM' THEN e ->> 'toolFlange' WHEN 'GRIPPER' THEN e ->> 'robotFlange' END),
        ('_mounting', CASE WHEN e ->> 'kind' IN ('ARM', 'RAIL', 'MOBILE_BASE') THEN e ->> 'mounting' END)
    ) AS v (attribute_id, choice) WHERE v.choice <> ''
    UNION ALL
    SELECT DISTINCT ON (a.id) a.id,
        CASE a.kind WHEN 'NUMBER' THEN (stated ->> 'value')::bigint WHEN 'FLAG' THEN 1 ELSE 0 END,
        CASE a.kind WHEN 'CHOICE' THEN stated ->> 'value' ELSE '' END
    FROM jsonb_array_elements(CASE jsonb_typeof(p.content -> 'attributes') WHEN 'array' THEN p.content -> 'attributes' END) AS stated
    JOIN attributes a ON a.id = stated ->> 'id' AND NOT a.built_in
    WHERE CASE a.kind WHEN 'NUMBER' THEN stated ->> 'value' ~ '^-?\d{1,15}$' WHEN 'FLAG' THEN stated ->> 'value' = 'true'
        ELSE stated ->> 'value' <> '' END
$$;

CREATE FUNCTION keep_product_attributes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM product_attributes WHERE product_id = OLD.id;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.listed THEN
        INSERT INTO product_attributes (product_id, attribute_id, value, choice)
            SELECT NEW.id, v.attribute_id, v.value, v.choice FROM product_values(NEW) AS v;
    END IF;
    RETURN NULL;
END $$;

-- Makes all of it anew, after products were written past the triggers.
CREATE FUNCTION fill_product_attributes() RETURNS void LANGUAGE plpgsql SET work_mem = '256MB' AS $$
BEGIN
    TRUNCATE product_attributes;
    INSERT INTO product_attributes (product_id, attribute_id, value, choice)
        SELECT p.id, v.attribute_id, v.value, v.choice FROM products p, product_values(p) AS v WHERE p.listed ORDER BY p.id;
    ANALYZE product_attributes;
END $$;
-- +goose StatementEnd

-- Orders change the stock alone, which mostly changes no value.
CREATE TRIGGER products_attributes AFTER INSERT OR DELETE ON products
    FOR EACH ROW EXECUTE FUNCTION keep_product_attributes();
CREATE TRIGGER products_attributes_changed AFTER UPDATE OF content, price_minor, is_preorder, coming_soon, listed ON products
    FOR EACH ROW EXECUTE FUNCTION keep_product_attributes();
CREATE TRIGGER products_attributes_available AFTER UPDATE OF stock ON products
    FOR EACH ROW WHEN ((OLD.stock > 0) <> (NEW.stock > 0)) EXECUTE FUNCTION keep_product_attributes();
