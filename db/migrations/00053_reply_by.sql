-- +goose Up
-- When somebody who wrote was promised a reply, and when there was one. Kept with the row, so that holidays that are entered later move
-- no promise. Null: dealt with before there were such times, or taken in by an older version, which Store.Sweep makes good.
ALTER TABLE contact_messages ADD COLUMN reply_by timestamptz, ADD COLUMN replied_at timestamptz;
ALTER TABLE preorders ADD COLUMN reply_by timestamptz, ADD COLUMN replied_at timestamptz;
ALTER TABLE quotes ADD COLUMN reply_by timestamptz, ADD COLUMN replied_at timestamptz;

-- The first time that it is dealt with counts, whatever version does it.
-- +goose StatementBegin
CREATE FUNCTION message_replied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.replied_at := NEW.changed_at;
    RETURN NEW;
END $$;
-- Whoever cancels waits for nothing; undoing that makes the pre-order wait again.
CREATE FUNCTION preorder_replied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status = 'Pending' AND OLD.replied_at = OLD.cancelled_at THEN
        NEW.replied_at := NULL;
    ELSIF OLD.status = 'Pending' AND NEW.status <> 'Pending' AND OLD.replied_at IS NULL THEN
        NEW.replied_at := coalesce(NEW.cancelled_at, NEW.changed_at);
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER contact_messages_replied BEFORE UPDATE OF status ON contact_messages FOR EACH ROW
    WHEN (OLD.status = 'pending' AND NEW.status <> 'pending' AND OLD.replied_at IS NULL) EXECUTE FUNCTION message_replied();
CREATE TRIGGER preorders_replied BEFORE UPDATE OF status ON preorders FOR EACH ROW EXECUTE FUNCTION preorder_replied();

-- The status says what an administrator has done; these follow from it.
DROP TRIGGER contact_messages_audit ON contact_messages;
CREATE TRIGGER contact_messages_audit AFTER UPDATE OR DELETE ON contact_messages FOR EACH ROW
    EXECUTE FUNCTION audit('name', 'email', 'subject', 'message', 'changed_at', 'reply_by', 'replied_at');
DROP TRIGGER preorders_audit ON preorders;
CREATE TRIGGER preorders_audit AFTER UPDATE ON preorders FOR EACH ROW
    EXECUTE FUNCTION audit('name', 'email', 'company', 'phone', 'message', 'changed_at', 'reply_by', 'replied_at');
CREATE TRIGGER quotes_audit AFTER UPDATE ON quotes FOR EACH ROW
    EXECUTE FUNCTION audit('request', 'name', 'company', 'email');

-- Lists by due time: what waits comes first, the rest behind it.
CREATE INDEX contact_messages_due ON contact_messages
    (coalesce(CASE WHEN replied_at IS NULL THEN reply_by END, 'infinity'::timestamptz), id);
CREATE INDEX preorders_due ON preorders (coalesce(CASE WHEN replied_at IS NULL THEN reply_by END, 'infinity'::timestamptz), id);
CREATE INDEX quotes_due ON quotes (coalesce(CASE WHEN replied_at IS NULL THEN reply_by END, 'infinity'::timestamptz), number);
-- What the dashboard counts.
CREATE INDEX contact_messages_promised ON contact_messages (reply_by) INCLUDE (replied_at);
CREATE INDEX preorders_promised ON preorders (reply_by) INCLUDE (replied_at, cancelled_at);
CREATE INDEX quotes_promised ON quotes (reply_by) INCLUDE (replied_at);

-- The administrators' list of quotes.
CREATE FUNCTION quote_text(number text, name text, email text, company text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(number || ' ' || name || ' ' || email || ' ' || coalesce(company, ''));
CREATE INDEX quotes_search ON quotes USING gin (quote_text(number, name, email, company) gin_trgm_ops);
CREATE INDEX quotes_created ON quotes (created_at, number);
