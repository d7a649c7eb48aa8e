-- +goose Up
-- Until when an unpaid order holds its stock, when its buyer is to be reminded of that (null: no mail is due), and when the shop cancelled
-- it because no payment had come. An unpaid order without reserved_until is older than these columns, or was placed by an older version;
-- Store.Sweep gives it a term.
ALTER TABLE orders
    ADD COLUMN reserved_until timestamptz,
    ADD COLUMN remind_at      timestamptz,
    ADD COLUMN expired_at     timestamptz;
CREATE INDEX orders_reserved ON orders (reserved_until) WHERE status = 'PENDING_PAYMENT';
CREATE INDEX orders_remind ON orders (remind_at) WHERE status = 'PENDING_PAYMENT' AND remind_at IS NOT NULL;
