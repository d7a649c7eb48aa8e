-- +goose Up
ALTER TABLE orders ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE INDEX orders_created ON orders (created_at DESC, id DESC);
CREATE INDEX orders_status ON orders (status, created_at DESC, id DESC);

ALTER TABLE order_items
    ADD COLUMN is_preorder boolean NOT NULL DEFAULT false,
    ADD COLUMN expected_delivery timestamptz;

-- Which order a buyer's key has made. The request is kept as a hash, to tell a repetition from another request.
CREATE TABLE order_keys (
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    key        text NOT NULL,
    request    bytea NOT NULL,
    order_id   uuid NOT NULL REFERENCES orders ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, key)
);
CREATE INDEX order_keys_order ON order_keys (order_id);
CREATE INDEX order_keys_expiry ON order_keys (expires_at);

-- Who changed an order's status, and when. Rows are only ever added.
CREATE TABLE order_changes (
    id          uuid PRIMARY KEY,
    order_id    uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
    actor_id    uuid REFERENCES users ON DELETE SET NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    version     integer NOT NULL,
    created_at  timestamptz NOT NULL,
    CONSTRAINT order_changes_version_key UNIQUE (order_id, version)
);
CREATE INDEX order_changes_actor ON order_changes (actor_id);
