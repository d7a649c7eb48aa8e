-- +goose Up
-- The audit log gets the quotes that agents create. Others are created by transactions without an actor, which it doesn't get.
DROP TRIGGER quotes_audit ON quotes;
CREATE TRIGGER quotes_audit AFTER INSERT OR UPDATE ON quotes FOR EACH ROW
    EXECUTE FUNCTION audit('request', 'name', 'company', 'email', 'billing', 'appendix');
