-- +goose Up
-- Uploaded films and their captions. The size of a film is in pixels and in bytes, as it has no widths.
ALTER TABLE uploads ADD COLUMN seconds integer CONSTRAINT uploads_seconds_check CHECK (seconds > 0);
ALTER TABLE uploads DROP CONSTRAINT uploads_format_check;
ALTER TABLE uploads ADD CONSTRAINT uploads_format_check CHECK ((format = 'mp4') = (seconds IS NOT NULL)
    AND (format IN ('jpg', 'png')) = (bytes IS NULL)
    AND format IN ('jpg', 'png', 'pdf', 'step', 'stl', 'glb', 'mp4', 'vtt'));
