-- +goose NO TRANSACTION
-- +goose Up
-- The products of each category, listed or not, in place of the letters of all categories. An interrupted run leaves an
-- index that is not valid.
DROP INDEX IF EXISTS products_of_category;
CREATE INDEX CONCURRENTLY products_of_category ON products (category);
DROP INDEX CONCURRENTLY IF EXISTS products_all_category;
