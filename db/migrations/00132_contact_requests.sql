-- +goose Up
-- What identifies a request that may be repeated: the SHA-256 of its input with its idempotency key.
ALTER TABLE contact_messages ADD COLUMN request bytea CONSTRAINT contact_messages_request_key UNIQUE;
-- It is derived from what the sender wrote, which the audit log doesn't get.
DROP TRIGGER contact_messages_audit ON contact_messages;
CREATE TRIGGER contact_messages_audit AFTER UPDATE OR DELETE ON contact_messages FOR EACH ROW
    EXECUTE FUNCTION audit('name', 'email', 'subject', 'message', 'changed_at', 'reply_by', 'replied_at', 'request');
