-- +goose Up
-- Uploaded documents of products. Unlike a picture, a document has a size in bytes, and no widths.
ALTER TABLE uploads ADD COLUMN bytes integer CONSTRAINT uploads_bytes_check CHECK (bytes > 0);
ALTER TABLE uploads DROP CONSTRAINT uploads_format_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_format_check CHECK (format IN ('jpg', 'png') AND bytes IS NULL
    OR format IN ('pdf', 'step', 'stl', 'glb') AND bytes IS NOT NULL);
