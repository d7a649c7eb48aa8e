-- +goose NO TRANSACTION
-- +goose Up
-- The key of product_attributes, with the values: facets read those of some hundred products, whose rows are then not
-- needed. An interrupted run leaves an index that is not valid.
DROP INDEX IF EXISTS product_attributes_key;
CREATE UNIQUE INDEX CONCURRENTLY product_attributes_key ON product_attributes (product_id, attribute_id) INCLUDE (value, choice);
