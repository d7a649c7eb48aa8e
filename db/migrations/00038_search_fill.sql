-- +goose Up
-- What is listed already. A transaction of its own: an administrator's change of a text waits for it, an order does not.
SELECT fill_product_words();
