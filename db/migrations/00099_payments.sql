-- +goose Up
-- Files of the bank that were imported. The same file is imported once.
CREATE TABLE statements (
    id         uuid PRIMARY KEY,
    hash       bytea NOT NULL CONSTRAINT statements_hash_key UNIQUE, -- SHA-256 of the file
    name       text NOT NULL,
    format     text NOT NULL, -- such as camt.053.001.02
    transfers  integer NOT NULL, -- that no earlier file contained
    created_at timestamptz NOT NULL
);
CREATE INDEX statements_created ON statements (created_at, id);
CREATE TRIGGER statements_audit AFTER INSERT ON statements FOR EACH ROW EXECUTE FUNCTION audit('hash');

-- Money that arrived on the account. What a person or the shop has decided about it is its state.
CREATE TABLE transfers (
    id             uuid PRIMARY KEY,
    statement_id   uuid NOT NULL REFERENCES statements ON DELETE CASCADE,
    key            bytea NOT NULL CONSTRAINT transfers_key_key UNIQUE, -- SHA-256 of what identifies it in all files
    content        bytea NOT NULL, -- SHA-256 of its texts, date and amount
    state          text NOT NULL CONSTRAINT transfers_state_check CHECK (state IN ('BOOKED', 'PROPOSED', 'WAITING', 'IGNORED')),
    account        text NOT NULL,
    booked_on      date NOT NULL,
    amount_minor   bigint NOT NULL, -- negative if the bank has taken it back
    currency       text NOT NULL,
    reversal       boolean NOT NULL,
    payer          text NOT NULL,
    payer_iban     text NOT NULL,
    reference      text NOT NULL,
    end_to_end_id  text NOT NULL,
    text           text NOT NULL,
    proposals      jsonb NOT NULL DEFAULT '[]', -- shop.TransferProposal, the likeliest first
    ignored_reason text,
    matched_at     timestamptz, -- null: not yet compared with the orders
    version        integer NOT NULL DEFAULT 1,
    created_at     timestamptz NOT NULL,
    search_text    text NOT NULL GENERATED ALWAYS AS (lower(payer || ' ' || payer_iban || ' ' || reference || ' ' || end_to_end_id || ' ' || text)) STORED
);
CREATE INDEX transfers_statement ON transfers (statement_id);
CREATE INDEX transfers_content ON transfers (content);
CREATE INDEX transfers_unmatched ON transfers (created_at) WHERE matched_at IS NULL;
CREATE INDEX transfers_booked_on ON transfers (booked_on, id);
CREATE INDEX transfers_state ON transfers (state, booked_on, id);
CREATE INDEX transfers_search ON transfers USING gin (search_text gin_trgm_ops);
CREATE TRIGGER transfers_audit AFTER UPDATE ON transfers FOR EACH ROW
    EXECUTE FUNCTION audit('key', 'content', 'payer', 'payer_iban', 'reference', 'end_to_end_id', 'text', 'search_text', 'proposals');

-- Money that was received for an order or, with a negative amount, returned. Only what has succeeded counts.
CREATE TABLE payments (
    id           uuid PRIMARY KEY,
    order_id     uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
    transfer_id  uuid REFERENCES transfers ON DELETE SET NULL,
    source       text NOT NULL,
    status       text NOT NULL CONSTRAINT payments_status_check CHECK (status IN ('SUCCEEDED', 'REVERSED')),
    amount_minor bigint NOT NULL CONSTRAINT payments_amount_check CHECK (amount_minor <> 0),
    currency     text NOT NULL,
    paid_at      timestamptz NOT NULL,
    actor_id     uuid REFERENCES users ON DELETE SET NULL, -- who booked it; null for the shop itself
    reversed_at  timestamptz,
    created_at   timestamptz NOT NULL
);
CREATE INDEX payments_order ON payments (order_id, created_at, id);
CREATE INDEX payments_transfer ON payments (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX payments_actor ON payments (actor_id) WHERE actor_id IS NOT NULL;
CREATE TRIGGER payments_audit AFTER INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION audit();
