-- +goose Up
-- What an entry of the audit log says of a change, as its screen words it: deleted product 12.
CREATE FUNCTION audit_text(action text, object text, object_id text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE action WHEN 'INSERT' THEN 'created ' WHEN 'UPDATE' THEN 'changed ' ELSE 'deleted ' END
        || CASE object WHEN 'preorders' THEN 'pre-order' WHEN 'users' THEN 'account' WHEN 'deliveries' THEN 'delivery'
            WHEN 'faq_entries' THEN 'faq entry' WHEN 'newsletter_subscribers' THEN 'newsletter address' WHEN 'settings' THEN 'settings'
            ELSE rtrim(replace(object, '_', ' '), 's') END
        || ' ' || lower(object_id);
CREATE INDEX audit_entries_search ON audit_entries USING gin (audit_text(action, object, object_id) gin_trgm_ops);
