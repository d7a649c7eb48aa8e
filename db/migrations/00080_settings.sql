-- +goose Up
-- Versions of the shop's settings; the newest one is current. Rows are only ever added.
CREATE TABLE settings (
    id         integer CONSTRAINT settings_pkey PRIMARY KEY CONSTRAINT settings_id_check CHECK (id > 0), -- the version
    document   jsonb NOT NULL,
    author_id  uuid, -- the administrator; null for the set-up
    created_at timestamptz NOT NULL
);
CREATE TRIGGER settings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settings_audit AFTER INSERT ON settings FOR EACH ROW EXECUTE FUNCTION audit();
CREATE TRIGGER settings_changes AFTER INSERT ON settings EXECUTE FUNCTION notify_changes();

-- Numbers have the prefix of the settings, which is that of before until somebody changes it.
-- +goose StatementBegin
CREATE FUNCTION number_of(series text) RETURNS text LANGUAGE sql AS $$
    SELECT CASE series
        WHEN 'order' THEN coalesce((SELECT document ->> 'orderPrefix' FROM settings ORDER BY id DESC LIMIT 1), 'OR-')
            || nextval('order_numbers')
        WHEN 'quote' THEN coalesce((SELECT document ->> 'quotePrefix' FROM settings ORDER BY id DESC LIMIT 1), 'QU-')
            || nextval('quote_numbers')
    END
$$;
-- +goose StatementEnd
ALTER TABLE orders ALTER COLUMN number SET DEFAULT number_of('order');
ALTER TABLE quotes ALTER COLUMN number SET DEFAULT number_of('quote');

-- Returns the next number of a sequence, and first moves the sequence forward to `wanted` if it has not come so far. ALTER
-- SEQUENCE keeps others from taking numbers until the commit.
-- +goose StatementBegin
CREATE FUNCTION continue_numbers(sequence regclass, wanted bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    upcoming bigint;
BEGIN
    EXECUTE format('ALTER SEQUENCE %s INCREMENT BY 1', sequence);
    EXECUTE format('SELECT last_value + is_called::int FROM %s', sequence) INTO upcoming;
    IF wanted > upcoming THEN
        EXECUTE format('ALTER SEQUENCE %s RESTART WITH %s', sequence, wanted);
    END IF;
    RETURN upcoming;
END $$;
-- +goose StatementEnd
