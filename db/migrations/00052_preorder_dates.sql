-- +goose Up
-- Which queue a pre-order stands in: its product's, or that of a name that the catalogue does not have.
CREATE FUNCTION preorder_queue(product bigint, name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(product::text, 'name:' || lower(name));
CREATE INDEX preorders_queue ON preorders (preorder_queue(product_id, product_name), created_at, id) INCLUDE (quantity)
    WHERE status <> 'Closed';

-- When its customer cancelled a pre-order, and the status that undoing it gives back. They count as long as it is Closed.
ALTER TABLE preorders
    ADD COLUMN cancelled_at   timestamptz,
    ADD COLUMN cancelled_from text;

-- Expected dates that were moved together.
CREATE TABLE preorder_moves (
    id         uuid PRIMARY KEY,
    request    bytea NOT NULL CONSTRAINT preorder_moves_request_key UNIQUE, -- SHA-256 of the plan and of what was previewed
    actor_id   uuid REFERENCES users ON DELETE SET NULL,
    reason     text NOT NULL, -- for the customers
    created_at timestamptz NOT NULL
);
CREATE INDEX preorder_moves_actor ON preorder_moves (actor_id);

-- What a move did to a pre-order. Its identifier grows with time: it is the order of the history.
CREATE TABLE preorder_changes (
    preorder_id uuid NOT NULL REFERENCES preorders ON DELETE CASCADE,
    move_id     uuid NOT NULL REFERENCES preorder_moves ON DELETE CASCADE,
    date_before timestamptz NOT NULL,
    date_after  timestamptz NOT NULL,
    answer      text CONSTRAINT preorder_changes_answer_check CHECK (answer IN ('kept', 'changed', 'cancelled')), -- null until there is one
    answered_at timestamptz,
    PRIMARY KEY (preorder_id, move_id)
);
CREATE INDEX preorder_changes_move ON preorder_changes (move_id);

-- What stands in the links of letters about a pre-order, as SHA-256 only.
CREATE TABLE preorder_links (
    hash        bytea PRIMARY KEY,
    preorder_id uuid NOT NULL REFERENCES preorders ON DELETE CASCADE
);
CREATE INDEX preorder_links_preorder ON preorder_links (preorder_id);
