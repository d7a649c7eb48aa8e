-- @n@ products in 6 categories, always the same ones: every figure is drawn from the product's number. A word of @words@ is in some
-- hundred short descriptions, whatever the size of the shop; the noun of a product, such as Gripper, is in every 24th.
CREATE FUNCTION pg_temp.draw(i bigint, what bigint, below bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT abs(hashint8extended(i, what) % below) $$;

INSERT INTO products (id, name, model, category, price_minor, stock, short_desc, tags, image, content, rating_sum, rating_count, created_at)
SELECT i, name, 'OR-' || i, (ARRAY['Robot arms', 'End effectors', 'Sensors', 'Mobile bases', 'Controllers', 'Power'])[kind],
    1900 + pg_temp.draw(i, 1, CASE WHEN i % 100 = 1 THEN 5000 ELSE 498000 END),
    -- Every hundredth is what carts are filled with: it never runs out.
    CASE WHEN i % 100 = 1 THEN 100000000 ELSE pg_temp.draw(i, 2, 500) END,
    (ARRAY['Industrial', 'Compact', 'Modular', 'Quiet', 'Robust'])[1 + pg_temp.draw(i, 3, 5)] || ' ' || lower(noun) || ' for ' || (
        SELECT string_agg(pg_temp.word(pg_temp.draw(i * 12 + k, 4, @words@)), ' ') FROM generate_series(0, 11) AS k) || '.',
    ARRAY(SELECT 'tag-' || k * 15 + 1 + pg_temp.draw(i * 4 + k, 5, 15) FROM generate_series(0, 3) AS k),
    jsonb_build_object('url', '/media/products/' || i || '-640.jpg', 'alt', name, 'width', 640, 'height', 480),
    jsonb_build_object('engineering', jsonb_build_object('kind', CASE kind WHEN 1 THEN 'ARM' WHEN 2 THEN 'GRIPPER' WHEN 4 THEN 'MOBILE_BASE' ELSE 'OTHER' END,
            'payloadGrams', 100 + 100 * pg_temp.draw(i, 6, 400), 'reachMm', 200 + pg_temp.draw(i, 7, 1600), 'massGrams', 100 + 100 * pg_temp.draw(i, 8, 600),
            'toolFlange', CASE kind WHEN 1 THEN 'ISO 9409-1-' || 31 + pg_temp.draw(i, 18, 200) END,
            'robotFlange', CASE kind WHEN 2 THEN 'ISO 9409-1-' || 31 + pg_temp.draw(i, 18, 200) END),
        'plate', jsonb_build_array(jsonb_build_object('label', 'Lead time', 'value', 1 + pg_temp.draw(i, 19, 12) || ' weeks')),
        'attributes', jsonb_build_array(jsonb_build_object('id', 'repeatability', 'value', (10 + 10 * pg_temp.draw(i, 20, 50))::text)),
        'description', name || ' is built for continuous duty in cells and on mobile bases. It is delivered with a '
        || 'calibration report, a data sheet and drivers for ROS 2, and it mounts on any flange by ISO 9409-1. Spare parts are in '
        || 'stock for ten years after the last one was made.',
        'specs', jsonb_build_array(jsonb_build_object('title', 'Technical data', 'items', jsonb_build_array(
            jsonb_build_object('label', 'Payload', 'value', (1 + pg_temp.draw(i, 6, 400)) / 10.0 || ' kg'),
            jsonb_build_object('label', 'Reach', 'value', 200 + pg_temp.draw(i, 7, 1600) || ' mm'),
            jsonb_build_object('label', 'Mass', 'value', (1 + pg_temp.draw(i, 8, 600)) / 10.0 || ' kg'),
            jsonb_build_object('label', 'Supply voltage', 'value', (ARRAY['12 V', '24 V', '48 V', '230 V'])[1 + pg_temp.draw(i, 9, 4)]),
            jsonb_build_object('label', 'Protection', 'value', (ARRAY['IP40', 'IP54', 'IP65', 'IP67'])[1 + pg_temp.draw(i, 10, 4)]),
            jsonb_build_object('label', 'Interface', 'value', (ARRAY['CANopen', 'EtherCAT', 'Modbus', 'USB'])[1 + pg_temp.draw(i, 11, 4)]))))),
    10 + pg_temp.draw(i, 12, 41), 10,
    timestamptz '2026-01-01' - make_interval(secs => pg_temp.draw(i, 13, 63072000))
FROM (
    SELECT i, kind, noun, (ARRAY['Nova', 'Atlas', 'Kite', 'Orbit', 'Pico', 'Titan', 'Lynx', 'Vela'])[1 + pg_temp.draw(i, 14, 8)]
        || ' ' || noun || ' ' || 100 + pg_temp.draw(i, 15, 900) AS name
    FROM (
        SELECT i, kind, (ARRAY[ARRAY['Arm', 'Cobot', 'Gantry', 'Delta'], ARRAY['Gripper', 'Suction Cup', 'Changer', 'Wrist'],
            ARRAY['Lidar', 'Camera', 'Force Cell', 'Encoder'], ARRAY['Rover', 'Carrier', 'Crawler', 'Trolley'],
            ARRAY['Drive', 'Pendant', 'Safety Relay', 'Gateway'], ARRAY['Battery', 'Charger', 'Rectifier', 'Cable Kit']])[kind][1 + pg_temp.draw(i, 16, 4)] AS noun
        FROM (SELECT i, 1 + pg_temp.draw(i, 17, 6) AS kind FROM generate_series(1, @n@) AS i) AS kinds
    ) AS nouns
) AS names;
SELECT setval(pg_get_serial_sequence('products', 'id'), @n@);

INSERT INTO users (id, name, email, role, password_hash, created_at, email_verified_at)
SELECT md5('customer' || i)::uuid, 'Customer ' || i, 'customer' || i || '@example.org', 'user', '', now(), now() FROM generate_series(1, 1000) AS i;
INSERT INTO sessions (id, user_id, created_at, expires_at)
SELECT md5('session' || i)::uuid, md5('customer' || i)::uuid, now(), now() + interval '1 day' FROM generate_series(1, @buyers@) AS i;
