-- +goose Up
-- What has happened, written in the transaction of its cause. Once it has committed it gets its place in the feed, so that no
-- reader of the feed passes by an event that commits later than its neighbours.
CREATE TABLE events (
    id         uuid PRIMARY KEY,
    written    bigint NOT NULL GENERATED ALWAYS AS IDENTITY, -- order of writing; those of one object are never written at once
    position   bigint, -- place in the feed; null until it is published
    kind       text NOT NULL,
    object     text NOT NULL,
    object_id  text NOT NULL,
    sequence   integer NOT NULL, -- of the events of this object, from 1
    data       jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT events_object_key UNIQUE (object, object_id, sequence)
);
CREATE UNIQUE INDEX events_position ON events (position) WHERE position IS NOT NULL;
CREATE INDEX events_unpublished ON events (written) WHERE position IS NULL;
CREATE SEQUENCE event_positions;
