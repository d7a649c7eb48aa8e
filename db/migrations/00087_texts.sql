-- +goose Up
-- Versions of the shop's texts. The current one is the newest whose time has come. Rows are only ever added.
CREATE TABLE texts (
    name       text NOT NULL,
    version    integer NOT NULL CONSTRAINT texts_version_check CHECK (version > 0),
    document   jsonb NOT NULL, -- shop.TextDocument
    valid_from timestamptz NOT NULL, -- not later than created_at: current at once, whatever the clock of a reader says
    author_id  uuid, -- the administrator; null for the set-up
    created_at timestamptz NOT NULL,
    id         text NOT NULL GENERATED ALWAYS AS (name || ' ' || version) STORED, -- for the audit log
    PRIMARY KEY (name, version)
);
CREATE TRIGGER texts_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER texts_audit AFTER INSERT ON texts FOR EACH ROW EXECUTE FUNCTION audit('document');
CREATE TRIGGER texts_changes AFTER INSERT ON texts EXECUTE FUNCTION notify_changes();

-- Changes of texts that are not published yet. The row stays when they are, so that revisions only grow.
CREATE TABLE text_drafts (
    name       text PRIMARY KEY,
    revision   integer NOT NULL,
    document   jsonb, -- shop.TextDocument; null: nothing waits to be published
    updated_at timestamptz NOT NULL,
    author_id  uuid -- the last editor
);
