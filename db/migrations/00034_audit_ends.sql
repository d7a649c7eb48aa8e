-- +goose Up
-- Signing somebody out, and sending a delivery once more, are changes of administrators, too.
CREATE TRIGGER sessions_audit AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION audit();
CREATE TRIGGER deliveries_audit AFTER UPDATE OF due_at ON deliveries FOR EACH ROW EXECUTE FUNCTION audit('last_error');
