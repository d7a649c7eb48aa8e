-- +goose Up
-- Carts and checkouts that agents prepare. The ID is random, since the page where a person takes the content over contains it.
CREATE TABLE agent_sessions (
    id          text PRIMARY KEY,
    agent       text NOT NULL, -- URL of the profile of the agent, to which the session belongs
    kind        text NOT NULL CONSTRAINT agent_sessions_kind_check CHECK (kind IN ('cart', 'checkout')),
    status      text NOT NULL CONSTRAINT agent_sessions_status_check CHECK (status IN ('open', 'canceled', 'completed')),
    cart_id     text REFERENCES agent_sessions ON DELETE SET NULL, -- from which a checkout was made
    lines       jsonb NOT NULL, -- shop.AgentLine
    version     integer NOT NULL DEFAULT 1, -- number of changes
    webhook_url text NOT NULL, -- for changes of the order; empty: none
    taken_by    uuid REFERENCES users ON DELETE CASCADE, -- who has put the lines into a cart; nobody else can from then on
    taken_at    timestamptz,
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL
);
CREATE INDEX agent_sessions_expiry ON agent_sessions (expires_at);
CREATE INDEX agent_sessions_taken ON agent_sessions (taken_by, taken_at) WHERE taken_by IS NOT NULL;
CREATE INDEX agent_sessions_cart ON agent_sessions (cart_id);
CREATE TRIGGER agent_sessions_audit AFTER INSERT OR UPDATE ON agent_sessions FOR EACH ROW EXECUTE FUNCTION audit('webhook_url');

-- Orders of what an agent has prepared.
CREATE TABLE agent_orders (
    order_id    uuid PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
    agent       text NOT NULL,
    checkout_id text NOT NULL CONSTRAINT agent_orders_checkout_key UNIQUE,
    created_at  timestamptz NOT NULL
);

-- Responses to changes with an idempotency key, for repetitions. The status is null while the first request is in progress.
CREATE TABLE agent_requests (
    agent      text NOT NULL,
    operation  text NOT NULL,
    key        text NOT NULL,
    request    bytea NOT NULL, -- SHA-256
    status     integer,
    response   bytea,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (agent, operation, key)
);
CREATE INDEX agent_requests_expiry ON agent_requests (expires_at);

-- Webhooks of agents receive the changes of their orders only. Their kinds name no event, so that an older version of the server
-- sends them nothing.
ALTER TABLE webhooks ADD COLUMN agent text CONSTRAINT webhooks_agent_key UNIQUE;
ALTER TABLE webhooks ALTER COLUMN maker_id DROP NOT NULL;
ALTER TABLE webhooks ADD CONSTRAINT webhooks_maker_check CHECK ((maker_id IS NULL) = (agent IS NOT NULL));

-- An agent is no account: the actor of its entries is the ID of none.
ALTER TABLE audit_entries ADD COLUMN agent text;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    actor jsonb := nullif(current_setting('orrery.actor', true), '')::jsonb;
    hidden text[] := coalesce(TG_ARGV, '{}');
    was jsonb;
    is_now jsonb;
    changed text[];
BEGIN
    IF actor IS NULL THEN
        RETURN NULL;
    END IF;
    was := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - hidden END;
    is_now := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - hidden END;
    IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(key) INTO changed FROM jsonb_each(is_now) WHERE value IS DISTINCT FROM was -> key;
        IF changed IS NULL THEN
            RETURN NULL;
        END IF;
    END IF;
    INSERT INTO audit_entries (actor_id, key_id, agent, address, action, object, object_id, before, after, created_at)
    VALUES ((actor ->> 'id')::uuid, (actor ->> 'key')::uuid, actor ->> 'agent', actor ->> 'address', TG_OP, TG_TABLE_NAME,
        coalesce(is_now, was) ->> 'id',
        CASE WHEN changed IS NULL THEN was ELSE (SELECT jsonb_object_agg(key, was -> key) FROM unnest(changed) AS key) END,
        CASE WHEN changed IS NULL THEN is_now ELSE (SELECT jsonb_object_agg(key, is_now -> key) FROM unnest(changed) AS key) END,
        (actor ->> 'at')::timestamptz);
    RETURN NULL;
END $$;
-- +goose StatementEnd
