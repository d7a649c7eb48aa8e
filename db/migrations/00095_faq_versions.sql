-- +goose Up
-- The version of the FAQ, among the texts named faq, that faq_entries holds. Its only row is the lock of the FAQ.
CREATE TABLE faq_current (
    id      boolean PRIMARY KEY DEFAULT true CONSTRAINT faq_current_id_check CHECK (id),
    version integer NOT NULL -- 0: the FAQ has never had a question
);

-- What faq_entries holds, as shop.FaqDocument.
-- +goose StatementBegin
CREATE FUNCTION faq_document() RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT jsonb_build_object('entries', coalesce(jsonb_agg(jsonb_build_object('id', id, 'topic', topic, 'question', question,
        'answer', answer) ORDER BY topic COLLATE "C", position, id), '[]')) FROM faq_entries
$$;
-- +goose StatementEnd

-- What is there is the first version.
INSERT INTO texts (name, version, document, valid_from, created_at)
    SELECT 'faq', 1, faq_document(), now(), now() WHERE EXISTS (SELECT FROM faq_entries);
INSERT INTO faq_current (version) SELECT count(*) FROM texts WHERE name = 'faq';

-- The previous release changes faq_entries itself, which is a version, too.
-- +goose StatementBegin
CREATE FUNCTION keep_faq_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    actor jsonb := nullif(current_setting('orrery.actor', true), '')::jsonb;
    at timestamptz := coalesce((actor ->> 'at')::timestamptz, now());
    document jsonb;
    upcoming integer;
BEGIN
    PERFORM FROM faq_current FOR UPDATE;
    document := faq_document();
    IF document = (SELECT t.document FROM texts t JOIN faq_current c USING (version) WHERE t.name = 'faq') THEN
        RETURN NULL;
    END IF;
    SELECT coalesce(max(version), 0) + 1 INTO upcoming FROM texts WHERE name = 'faq';
    INSERT INTO texts (name, version, document, valid_from, author_id, created_at)
        VALUES ('faq', upcoming, document, at, (actor ->> 'id')::uuid, at);
    UPDATE faq_current SET version = upcoming;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER faq_entries_version AFTER INSERT OR DELETE OR UPDATE ON faq_entries FOR EACH STATEMENT
    EXECUTE FUNCTION keep_faq_version();
