#!/bin/sh
# Runs once, when the primary's data is made: the replica may follow.
set -eu
echo 'host replication orrery samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
