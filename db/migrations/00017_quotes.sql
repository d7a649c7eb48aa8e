-- +goose Up
CREATE SEQUENCE quote_numbers START 100001;

CREATE TABLE quotes (
    id             uuid PRIMARY KEY,
    number         text NOT NULL DEFAULT 'QU-' || nextval('quote_numbers') CONSTRAINT quotes_number_key UNIQUE,
    user_id        uuid REFERENCES users ON DELETE SET NULL, -- null: made by a visitor
    -- Hash of who wished what with which key, so that a repetition finds the quote that it has made.
    request        bytea NOT NULL CONSTRAINT quotes_request_key UNIQUE,
    name           text NOT NULL,
    company        text,
    email          text NOT NULL,
    currency       text NOT NULL,
    subtotal_minor bigint NOT NULL,
    tax_percent    text NOT NULL,
    tax_minor      bigint NOT NULL,
    shipping_minor bigint NOT NULL,
    total_minor    bigint NOT NULL,
    created_at     timestamptz NOT NULL,
    valid_until    timestamptz NOT NULL,
    CONSTRAINT quotes_total_check CHECK (total_minor = subtotal_minor + tax_minor + shipping_minor)
);
CREATE INDEX quotes_user ON quotes (user_id);
CREATE INDEX quotes_expiry ON quotes (valid_until);

CREATE TABLE quote_lines (
    quote_id          uuid NOT NULL REFERENCES quotes ON DELETE CASCADE,
    position          integer NOT NULL,
    product_id        bigint REFERENCES products ON DELETE SET NULL,
    product_name      text NOT NULL,
    model             text,
    quantity          integer NOT NULL CONSTRAINT quote_lines_quantity_check CHECK (quantity >= 1),
    price_minor       bigint, -- null: rented
    plan_kind         text CONSTRAINT quote_lines_plan_check CHECK (plan_kind IN ('rental', 'purchase', 'service')),
    plan              jsonb,
    plate             jsonb NOT NULL,
    lead_time         text,
    expected_delivery timestamptz,
    PRIMARY KEY (quote_id, position)
);
CREATE INDEX quote_lines_product ON quote_lines (product_id);

-- What stands in the links to a quote, as SHA-256 only. A repeated request gets a link of its own.
CREATE TABLE quote_links (
    hash     bytea PRIMARY KEY,
    quote_id uuid NOT NULL REFERENCES quotes ON DELETE CASCADE
);
CREATE INDEX quote_links_quote ON quote_links (quote_id);
