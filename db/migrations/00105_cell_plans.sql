-- +goose Up
-- Plans of robot cells that customers keep: the input alone, since the answer follows from it.
CREATE TABLE cell_plans (
    id         uuid PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    name       text NOT NULL,
    input      jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX cell_plans_user ON cell_plans (user_id, updated_at DESC, id DESC);

-- What a quote says of the cell that it was requested for: null without one.
ALTER TABLE quotes ADD COLUMN appendix jsonb;
