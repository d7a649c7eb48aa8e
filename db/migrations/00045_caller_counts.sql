-- +goose Up
-- What callers have used in each minute, over all instances. It may be lost with a crash, so it costs no log.
CREATE UNLOGGED TABLE caller_counts (
    minute timestamptz NOT NULL,
    caller bytea NOT NULL, -- a hash of what is counted and for whom: no address is kept
    count bigint NOT NULL,
    PRIMARY KEY (minute, caller)
);
