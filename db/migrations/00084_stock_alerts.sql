-- +goose Up
-- Who is to be told when a product is back in stock. A confirmed row is deleted by the change that the email is about.
CREATE TABLE stock_alerts (
    id           uuid PRIMARY KEY,
    product_id   bigint NOT NULL CONSTRAINT stock_alerts_product_id_fkey REFERENCES products ON DELETE CASCADE,
    email        text NOT NULL,
    confirmed_at timestamptz, -- null: is told nothing
    expires_at   timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    CONSTRAINT stock_alerts_key UNIQUE (product_id, email)
);
CREATE INDEX stock_alerts_email ON stock_alerts (email);
CREATE INDEX stock_alerts_expiry ON stock_alerts (expires_at);

-- The links of each confirmation email, as SHA-256 only. They work as long as the row.
CREATE TABLE stock_alert_links (
    hash     bytea PRIMARY KEY,
    alert_id uuid NOT NULL REFERENCES stock_alerts ON DELETE CASCADE
);
CREATE INDEX stock_alert_links_alert ON stock_alert_links (alert_id);
