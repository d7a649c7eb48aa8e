-- +goose Up
-- What the payment provider has reported of payments, refunds and disputes. Reports come in any sequence.
CREATE TABLE online_movements (
    id           text PRIMARY KEY, -- the provider's; of a refund that it has not confirmed yet, request:<request_id>
    kind         text NOT NULL CONSTRAINT online_movements_kind_check CHECK (kind IN ('PAYMENT', 'REFUND', 'DISPUTE')),
    state        text NOT NULL CONSTRAINT online_movements_state_check CHECK (state IN ('PENDING', 'SUCCEEDED', 'FAILED')),
    payment_id   text NOT NULL, -- the provider's payment that it belongs to
    order_id     uuid REFERENCES orders ON DELETE CASCADE, -- null until the payment has been reported
    request_id   text CONSTRAINT online_movements_request_key UNIQUE, -- of a refund that the shop requested
    amount_minor bigint NOT NULL CONSTRAINT online_movements_amount_check CHECK (amount_minor >= 0), -- 0: not reported yet
    currency     text NOT NULL,
    booked_minor bigint NOT NULL DEFAULT 0, -- sum of its payments, below 0 for returned money
    created_at   timestamptz NOT NULL
);
CREATE INDEX online_movements_payment ON online_movements (payment_id);
CREATE INDEX online_movements_order ON online_movements (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX online_movements_unsent ON online_movements (created_at) WHERE state = 'PENDING' AND id LIKE 'request:%';
CREATE TRIGGER online_movements_audit AFTER INSERT OR UPDATE ON online_movements FOR EACH ROW EXECUTE FUNCTION audit();

ALTER TABLE payments ADD COLUMN online_id text;
-- Money that the shop returned is not owed again, unlike money that the buyer's bank took back.
ALTER TABLE payments ADD COLUMN returned boolean NOT NULL DEFAULT false;
UPDATE payments SET returned = true WHERE source = 'MANUAL' AND amount_minor < 0;
CREATE INDEX payments_online ON payments (online_id) WHERE online_id IS NOT NULL;
