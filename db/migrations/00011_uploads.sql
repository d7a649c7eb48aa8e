-- +goose Up
CREATE TABLE uploads (
    id         uuid PRIMARY KEY,
    user_id    uuid REFERENCES users ON DELETE SET NULL,
    hash       text NOT NULL,
    format     text NOT NULL CONSTRAINT uploads_format_check CHECK (format IN ('jpg', 'png')),
    width      integer NOT NULL,
    height     integer NOT NULL,
    widths     integer[] NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX uploads_user ON uploads (user_id);
