-- +goose Up
-- Versions of what administrators edit of a product. The first one of an older product is stored before its next change.
CREATE TABLE product_versions (
    product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
    version    integer NOT NULL CONSTRAINT product_versions_version_check CHECK (version > 0),
    document   jsonb NOT NULL, -- shop.ProductFields
    author_id  uuid, -- the account that stored it; null for what was there before
    created_at timestamptz NOT NULL,
    PRIMARY KEY (product_id, version)
);

-- Changes of products that are not published yet. The row stays when they are, so that revisions only grow.
CREATE TABLE product_drafts (
    product_id   bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
    base_version integer NOT NULL, -- version to which the changes were made
    revision     integer NOT NULL,
    changes      jsonb NOT NULL, -- shop.ProductFields that differ
    touched      jsonb NOT NULL, -- revision of the last change, by field
    updated_at   timestamptz NOT NULL,
    author_id    uuid -- the last editor
);
