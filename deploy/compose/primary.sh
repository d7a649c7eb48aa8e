#!/bin/sh
# Runs once, when the primary's data folder is created: permits replication.
set -eu
echo 'host replication orrery samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
