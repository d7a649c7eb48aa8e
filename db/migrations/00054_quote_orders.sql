-- +goose Up
-- The order that was made of a quote, one at most, and the fit check's result as it was when the quote was written.
ALTER TABLE quotes
    ADD COLUMN order_id uuid CONSTRAINT quotes_order_key UNIQUE REFERENCES orders ON DELETE SET NULL,
    ADD COLUMN fit jsonb; -- null: not asked for, or nothing to check
