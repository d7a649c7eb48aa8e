-- +goose Up
-- When the buyer of an unpaid order is to be reminded of its due date; null if no mail is due.
ALTER TABLE orders ADD COLUMN due_reminder_at timestamptz;
CREATE INDEX orders_due_reminder ON orders (due_reminder_at) WHERE status = 'PENDING_PAYMENT' AND due_reminder_at IS NOT NULL;
UPDATE orders SET due_reminder_at = created_at + interval '11 days'
    WHERE status = 'PENDING_PAYMENT' AND created_at > now() - interval '11 days';
