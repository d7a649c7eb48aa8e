-- +goose Up
-- What the dashboard sums up is read from these alone.
CREATE INDEX orders_period ON orders (created_at) INCLUDE (status, currency, total_minor);
CREATE INDEX preorders_period ON preorders (created_at) INCLUDE (status);
CREATE INDEX products_stock ON products (stock, id) WHERE listed AND NOT coming_soon;
CREATE INDEX contact_messages_pending ON contact_messages (created_at, id) WHERE status = 'pending';
