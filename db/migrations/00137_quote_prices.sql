-- +goose Up
-- The price of the catalogue when the quote was created, if another one is offered in price_minor; null otherwise.
-- Programs that don't know it show and order the offered price.
ALTER TABLE quote_lines ADD COLUMN list_price_minor bigint;

-- Counts the changes of the offer; null: none.
ALTER TABLE quotes ADD COLUMN version integer;
