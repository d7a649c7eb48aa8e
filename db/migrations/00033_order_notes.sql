-- +goose Up
-- What administrators write down about an order for each other.
CREATE TABLE order_notes (
    id         uuid PRIMARY KEY,
    order_id   uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
    author_id  uuid REFERENCES users ON DELETE SET NULL,
    text       text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX order_notes_order ON order_notes (order_id, created_at DESC, id DESC);
CREATE INDEX order_notes_author ON order_notes (author_id);
CREATE TRIGGER order_notes_audit AFTER INSERT OR DELETE ON order_notes FOR EACH ROW EXECUTE FUNCTION audit('text');
