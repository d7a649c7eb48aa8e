#!/bin/sh
# Copies the primary when there is no data yet, and follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chown postgres "$PGDATA"
  chmod 700 "$PGDATA"
  gosu postgres pg_basebackup --dbname "host=primary user=orrery password=$POSTGRES_PASSWORD" --pgdata "$PGDATA" \
    --write-recovery-conf --create-slot --slot replica --checkpoint fast --wal-method stream
fi
exec docker-entrypoint.sh "$@"
