-- +goose Up
-- A hidden review is in no rating and on no page; only its writer and administrators see it.
ALTER TABLE reviews ADD COLUMN hidden boolean NOT NULL DEFAULT false;

-- The lists of /admin/reviews: all, hidden ones, those of a rating, those with a text. Those of a product have reviews_product.
CREATE INDEX reviews_created ON reviews (created_at DESC, id DESC);
CREATE INDEX reviews_hidden ON reviews (created_at DESC, id DESC) WHERE hidden;
CREATE INDEX reviews_rating ON reviews (rating, created_at DESC, id DESC);
CREATE INDEX reviews_search ON reviews USING gin (lower(name || ' ' || comment) gin_trgm_ops);
