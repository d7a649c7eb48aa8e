-- +goose NO TRANSACTION
-- +goose Up
-- Categories are searched in product_categories.
DROP INDEX CONCURRENTLY IF EXISTS products_category;
