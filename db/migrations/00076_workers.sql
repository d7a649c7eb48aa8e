-- +goose Up
-- Which process has a job or a delivery in hand, by the number of the advisory lock that it holds while it lives, and with which attempt:
-- a version of the shop that does not know these columns leaves them as they are when it takes the next one.
ALTER TABLE jobs ADD COLUMN worker integer, ADD COLUMN worker_attempt integer;
ALTER TABLE deliveries ADD COLUMN worker integer, ADD COLUMN worker_attempt integer;
CREATE INDEX jobs_worker ON jobs (worker) WHERE worker IS NOT NULL;
CREATE INDEX deliveries_worker ON deliveries (worker) WHERE worker IS NOT NULL;
