-- +goose Up
-- Place among the featured products of the home page; 0 is none.
ALTER TABLE products ADD COLUMN featured_place smallint NOT NULL DEFAULT 0
    CONSTRAINT products_featured_place_check CHECK (featured_place BETWEEN 0 AND 3);
CREATE INDEX products_featured ON products ((featured_place = 0), featured_place, created_at DESC, id DESC) WHERE listed;
SELECT watch_products();
