-- +goose Up
-- Where partners want events sent. The secret signs what is sent, so that it can't be a hash.
CREATE TABLE webhooks (
    id         uuid PRIMARY KEY,
    url        text NOT NULL,
    kinds      text[] NOT NULL, -- of events; all when empty
    secret     text NOT NULL,
    maker_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    paused_at  timestamptz -- nothing is sent since then; what happens meanwhile waits
);
CREATE INDEX webhooks_created ON webhooks (created_at DESC, id DESC);
CREATE INDEX webhooks_maker ON webhooks (maker_id);
CREATE TRIGGER webhooks_audit AFTER INSERT OR UPDATE OR DELETE ON webhooks FOR EACH ROW EXECUTE FUNCTION audit('secret');

-- One event for one webhook. What is delivered stays a month as its log; what is not stays until it is.
CREATE TABLE deliveries (
    id           uuid PRIMARY KEY,
    webhook_id   uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    event_id     uuid NOT NULL REFERENCES events ON DELETE CASCADE,
    position     bigint NOT NULL, -- of the event in the feed
    object       text NOT NULL,
    object_id    text NOT NULL,
    attempts     integer NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL,
    since        timestamptz NOT NULL, -- patience counts from here
    due_at       timestamptz NOT NULL,
    delivered_at timestamptz,
    last_status  integer,
    last_error   text,
    CONSTRAINT deliveries_event_key UNIQUE (webhook_id, event_id)
);
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE delivered_at IS NULL;
CREATE INDEX deliveries_object ON deliveries (webhook_id, object, object_id, position) WHERE delivered_at IS NULL;
CREATE INDEX deliveries_log ON deliveries (webhook_id, position DESC);
CREATE INDEX deliveries_event ON deliveries (event_id);
CREATE INDEX deliveries_delivered ON deliveries (delivered_at) WHERE delivered_at IS NOT NULL;
