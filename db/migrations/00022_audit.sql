-- +goose Up
-- What administrators have changed. Rows are only ever added; nothing here refers to a row that may go.
CREATE TABLE audit_entries (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    actor_id   uuid NOT NULL, -- the administrator, or the one who made the key
    key_id     uuid, -- the API key that was used, if any
    address    text NOT NULL, -- network address of the request
    action     text NOT NULL CONSTRAINT audit_entries_action_check CHECK (action IN ('INSERT', 'UPDATE', 'DELETE')),
    object     text NOT NULL, -- name of the table
    object_id  text NOT NULL,
    before     jsonb, -- columns as they were, of a change those that it touched; null for what is new
    after      jsonb, -- the same as they are now; null for what is gone
    created_at timestamptz NOT NULL
);
CREATE INDEX audit_entries_object ON audit_entries (object, object_id, id DESC);
CREATE INDEX audit_entries_actor ON audit_entries (actor_id, id DESC);

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME;
END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Writes an entry when the transaction belongs to an administrator, which orrery.actor says: who, from where, and when. The
-- trigger's arguments are columns that stay out: secrets, and what is known of a person.
-- +goose StatementBegin
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    actor jsonb := nullif(current_setting('orrery.actor', true), '')::jsonb;
    hidden text[] := coalesce(TG_ARGV, '{}');
    was jsonb;
    is_now jsonb;
    changed text[];
BEGIN
    IF actor IS NULL THEN
        RETURN NULL;
    END IF;
    was := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - hidden END;
    is_now := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - hidden END;
    IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(key) INTO changed FROM jsonb_each(is_now) WHERE value IS DISTINCT FROM was -> key;
        IF changed IS NULL THEN
            RETURN NULL;
        END IF;
    END IF;
    INSERT INTO audit_entries (actor_id, key_id, address, action, object, object_id, before, after, created_at)
    VALUES ((actor ->> 'id')::uuid, (actor ->> 'key')::uuid, actor ->> 'address', TG_OP, TG_TABLE_NAME, coalesce(is_now, was) ->> 'id',
        CASE WHEN changed IS NULL THEN was ELSE (SELECT jsonb_object_agg(key, was -> key) FROM unnest(changed) AS key) END,
        CASE WHEN changed IS NULL THEN is_now ELSE (SELECT jsonb_object_agg(key, is_now -> key) FROM unnest(changed) AS key) END,
        (actor ->> 'at')::timestamptz);
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER products_audit AFTER INSERT OR UPDATE OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION audit();
CREATE TRIGGER orders_audit AFTER UPDATE ON orders FOR EACH ROW
    EXECUTE FUNCTION audit('address', 'city', 'postal_code');
CREATE TRIGGER preorders_audit AFTER UPDATE ON preorders FOR EACH ROW
    EXECUTE FUNCTION audit('name', 'email', 'company', 'phone', 'message');
CREATE TRIGGER team_members_audit AFTER INSERT OR UPDATE OR DELETE ON team_members FOR EACH ROW EXECUTE FUNCTION audit();
CREATE TRIGGER milestones_audit AFTER INSERT OR UPDATE OR DELETE ON milestones FOR EACH ROW EXECUTE FUNCTION audit();
CREATE TRIGGER contact_messages_audit AFTER UPDATE OR DELETE ON contact_messages FOR EACH ROW
    EXECUTE FUNCTION audit('name', 'email', 'subject', 'message');
CREATE TRIGGER reviews_audit AFTER UPDATE OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION audit('name', 'comment');
CREATE TRIGGER faq_entries_audit AFTER INSERT OR UPDATE OR DELETE ON faq_entries FOR EACH ROW EXECUTE FUNCTION audit();
CREATE TRIGGER users_audit AFTER UPDATE ON users FOR EACH ROW
    EXECUTE FUNCTION audit('name', 'email', 'pending_email', 'password_hash');
