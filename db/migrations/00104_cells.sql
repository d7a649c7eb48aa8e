-- +goose Up
-- Products with which a cell can be planned.
CREATE INDEX products_of_cells ON products (id) WHERE listed AND jsonb_typeof(content -> 'motion') = 'object';
