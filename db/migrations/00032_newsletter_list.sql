-- +goose Up
-- The lists of /admin/newsletter: all, those who get it, those who do not, those with a text in their address.
CREATE INDEX newsletter_subscribers_created ON newsletter_subscribers (created_at DESC, id DESC);
CREATE INDEX newsletter_subscribers_confirmed ON newsletter_subscribers (created_at DESC, id DESC) WHERE confirmed_at IS NOT NULL;
CREATE INDEX newsletter_subscribers_unconfirmed ON newsletter_subscribers (created_at DESC, id DESC) WHERE confirmed_at IS NULL;
CREATE INDEX newsletter_subscribers_search ON newsletter_subscribers USING gin (email gin_trgm_ops);
CREATE TRIGGER newsletter_subscribers_audit AFTER DELETE ON newsletter_subscribers FOR EACH ROW EXECUTE FUNCTION audit('email');
