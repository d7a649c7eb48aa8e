-- +goose Up
ALTER TABLE product_attributes
    DROP CONSTRAINT product_attributes_pkey,
    ADD CONSTRAINT product_attributes_pkey PRIMARY KEY USING INDEX product_attributes_key;
