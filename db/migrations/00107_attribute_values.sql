-- +goose Up
-- What the data sheets of the machines say. Values that an administrator has set are kept; a product with another model is no
-- longer the machine.
UPDATE products p SET content = p.content || jsonb_build_object('attributes', stated.attributes)
FROM (SELECT v.id, v.model, jsonb_agg(jsonb_build_object('id', v.attribute, 'value', v.value)) AS attributes FROM (VALUES
    (1, 'ORR-RA6-1500', 'repeatability', '60'), (1, 'ORR-RA6-1500', 'stroke', '1500'), (2, 'ORR-MA-2', 'runTime', '360'),
    (3, 'ORR-A6-900', 'repeatability', '30'), (4, 'ORR-MB-100', 'runTime', '480'), (5, 'ORR-EK-5', 'repeatability', '200'),
    (6, 'ORR-EC-1', 'runTime', '210'), (7, 'ORR-G80', 'repeatability', '50'), (7, 'ORR-G80', 'stroke', '80'),
    (8, 'ORR-SR-1500', 'repeatability', '50'), (8, 'ORR-SR-1500', 'stroke', '1500'), (10, 'ORR-C10-1300', 'repeatability', '50')
) AS v (id, model, attribute, value) GROUP BY v.id, v.model) AS stated
WHERE p.id = stated.id AND p.model = stated.model AND coalesce(p.content -> 'attributes', 'null') IN ('null', '[]');

-- Not fill_product_attributes, whose lock would stop writes of products meanwhile: what these wrote stays.
INSERT INTO product_attributes (product_id, attribute_id, value, choice)
    SELECT p.id, v.attribute_id, v.value, v.choice FROM products p, product_values(p) AS v WHERE p.listed
    ON CONFLICT DO NOTHING;
