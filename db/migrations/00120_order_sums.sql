-- +goose Up
-- How many orders each day (in UTC) has by currency and status, and their total. What changes is appended to order_sum_changes, so that no
-- two orders wait for one row, and added to order_sums later; the sum of both is exact at any time. The changes have no index: an order
-- writes one row of 64 bytes.
CREATE TABLE order_sums (
    day      date NOT NULL,
    currency text NOT NULL,
    status   text NOT NULL,
    count    bigint NOT NULL,
    minor    bigint NOT NULL,
    PRIMARY KEY (day, currency, status)
);
CREATE TABLE order_sum_changes (
    day      date NOT NULL,
    count    integer NOT NULL,
    minor    bigint NOT NULL,
    currency text NOT NULL,
    status   text NOT NULL
);

-- +goose StatementBegin
CREATE FUNCTION change_order_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO order_sum_changes (day, count, minor, currency, status)
            VALUES ((OLD.created_at AT TIME ZONE 'UTC')::date, -1, -OLD.total_minor, OLD.currency, OLD.status);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO order_sum_changes (day, count, minor, currency, status)
            VALUES ((NEW.created_at AT TIME ZONE 'UTC')::date, 1, NEW.total_minor, NEW.currency, NEW.status);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER orders_summed AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION change_order_sums();
CREATE TRIGGER orders_sum_changed AFTER UPDATE ON orders FOR EACH ROW
    WHEN ((OLD.created_at, OLD.total_minor, OLD.currency, OLD.status) IS DISTINCT FROM
        (NEW.created_at, NEW.total_minor, NEW.currency, NEW.status))
    EXECUTE FUNCTION change_order_sums();

-- Adds by how much the orders differ from their sums. Its statement sees each order together with the change that the trigger has written
-- for it, so orders may be placed meanwhile.
-- +goose StatementBegin
CREATE FUNCTION fill_order_sums() RETURNS void LANGUAGE sql AS $$
    INSERT INTO order_sums AS kept (day, currency, status, count, minor)
    SELECT day, currency, status, sum(count), sum(minor)
    FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, currency, status, count(*) AS count, sum(total_minor) AS minor
              FROM orders GROUP BY 1, 2, 3
          UNION ALL SELECT day, currency, status, -count, -minor FROM order_sums
          UNION ALL SELECT day, currency, status, -count, -minor FROM order_sum_changes) AS missing
    GROUP BY day, currency, status HAVING sum(count) <> 0 OR sum(minor) <> 0
    ON CONFLICT (day, currency, status)
        DO UPDATE SET count = kept.count + excluded.count, minor = kept.minor + excluded.minor
$$;
-- +goose StatementEnd
