-- What the floors work on: the products of the shop in the tables that a plain program would have, indexed for what is asked here.
CREATE SCHEMA plain;
SET search_path = plain, public;
CREATE TABLE categories (id int PRIMARY KEY, name text NOT NULL UNIQUE);
INSERT INTO categories SELECT row_number() OVER (ORDER BY category), category FROM (SELECT DISTINCT category FROM public.products) AS c;
CREATE TABLE products (
    id          int PRIMARY KEY,
    name        text NOT NULL,
    summary     text NOT NULL,
    description text NOT NULL,
    price_cents int NOT NULL,
    category_id int NOT NULL REFERENCES categories,
    stock       int NOT NULL,
    rating      numeric(2, 1) NOT NULL,
    created_at  timestamptz NOT NULL,
    vector      tsvector GENERATED ALWAYS AS
        (setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('english', summary), 'B')) STORED
);
INSERT INTO products SELECT p.id, p.name, short_desc, content ->> 'description', price_minor, c.id, stock, rating, created_at
    FROM public.products p JOIN categories c ON c.name = p.category;
CREATE INDEX ON products (category_id, created_at DESC, id DESC);
CREATE INDEX ON products USING gin (vector);

CREATE TABLE tags (id int PRIMARY KEY, name text NOT NULL UNIQUE);
INSERT INTO tags SELECT i, 'tag-' || i FROM generate_series(1, 60) AS i;
CREATE TABLE product_tags (product_id int NOT NULL REFERENCES products, tag_id int NOT NULL REFERENCES tags, PRIMARY KEY (product_id, tag_id));
INSERT INTO product_tags SELECT p.id, t.id FROM public.products p, unnest(p.tags) AS tag JOIN tags t ON t.name = tag;

CREATE TABLE product_specs (product_id int NOT NULL REFERENCES products, position int, label text NOT NULL, value text NOT NULL,
    PRIMARY KEY (product_id, position));
INSERT INTO product_specs SELECT p.id, i.position, i.item ->> 'label', i.item ->> 'value'
    FROM public.products p, jsonb_array_elements(p.content -> 'specs' -> 0 -> 'items') WITH ORDINALITY AS i (item, position);

CREATE TABLE product_images (id int PRIMARY KEY, product_id int NOT NULL REFERENCES products, url text NOT NULL);
INSERT INTO product_images SELECT p.id, p.id, image ->> 'url' FROM public.products p;
CREATE INDEX ON product_images (product_id);

CREATE TABLE carts (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, buyer int NOT NULL UNIQUE, updated_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE cart_items (cart_id int NOT NULL REFERENCES carts, product_id int NOT NULL REFERENCES products,
    quantity int NOT NULL CHECK (quantity > 0), PRIMARY KEY (cart_id, product_id));
CREATE INDEX ON cart_items (product_id);

CREATE FUNCTION add_to_cart(buyer int, product int) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
    cart int;
    answer json;
BEGIN
    INSERT INTO carts AS c (buyer) VALUES (add_to_cart.buyer) ON CONFLICT ON CONSTRAINT carts_buyer_key DO UPDATE SET updated_at = now()
        RETURNING id INTO cart;
    INSERT INTO cart_items AS i (cart_id, product_id, quantity) VALUES (cart, product, 1)
        ON CONFLICT ON CONSTRAINT cart_items_pkey DO UPDATE SET quantity = i.quantity + 1;
    SELECT json_build_object('total', sum(i.quantity::bigint * p.price_cents), 'items', json_agg(json_build_object('id', p.id, 'name', p.name,
        'price', p.price_cents, 'quantity', i.quantity, 'lineTotal', i.quantity::bigint * p.price_cents) ORDER BY p.id))
        INTO answer FROM cart_items i JOIN products p ON p.id = i.product_id WHERE i.cart_id = cart;
    RETURN answer;
END $$;

CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, buyer int NOT NULL, status text NOT NULL, total_cents bigint NOT NULL,
    address text NOT NULL, city text NOT NULL, postal_code text NOT NULL, country text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX ON orders (buyer, created_at);
CREATE TABLE order_lines (order_id bigint NOT NULL REFERENCES orders, product_id int NOT NULL REFERENCES products, name text NOT NULL,
    quantity int NOT NULL CHECK (quantity > 0), price_cents int NOT NULL, PRIMARY KEY (order_id, product_id));
CREATE TABLE order_keys (buyer int NOT NULL, key text NOT NULL, order_id bigint NOT NULL, PRIMARY KEY (buyer, key));
CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, data jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
