-- +goose Up
-- Events are kept for some time. What has to be known of those that are gone: how far the numbers of an object have come, unless the object
-- is gone as well, and up to where the feed has been forgotten.
CREATE TABLE event_sequences (
    object    text NOT NULL,
    object_id text NOT NULL,
    last      integer NOT NULL,
    PRIMARY KEY (object, object_id)
);
CREATE TABLE event_horizon (
    one      boolean PRIMARY KEY DEFAULT true CHECK (one),
    position bigint NOT NULL -- of the last event that was forgotten
);
INSERT INTO event_horizon (position) VALUES (0);

-- What is looked for by its age.
CREATE INDEX events_age ON events (created_at, position) WHERE position IS NOT NULL;
CREATE INDEX preorder_moves_age ON preorder_moves (created_at);
