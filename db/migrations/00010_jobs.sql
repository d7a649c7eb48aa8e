-- +goose Up
-- What is left to do after a commit. A row is deleted when it is done, so that nobody's data stays here.
CREATE TABLE jobs (
    id         uuid PRIMARY KEY,
    kind       text NOT NULL,
    args       jsonb NOT NULL,
    attempts   integer NOT NULL DEFAULT 0,
    due_at     timestamptz, -- null: given up
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX jobs_due ON jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX jobs_given_up ON jobs (expires_at) WHERE due_at IS NULL;
