#!/bin/sh
# Hands the lead to the synchronous standby when the disk of the primary is nearly full. PostgreSQL keeps running, and Patroni
# keeps it as the primary, while only its tables can't grow. It runs beside Patroni, with Patroni's environment:
#   yield.sh FOLDER MEGABYTES
set -eu
patroni=http://${PATRONI_RESTAPI_CONNECT_ADDRESS:?}
while sleep 1; do
  free=$(df --output=avail --block-size=1M "$1" | tail -n 1)
  if [ "$free" -lt "$2" ] && curl --fail --silent --max-time 2 --output /dev/null "$patroni/primary"; then
    echo "$free MB are free: yielding"
    curl --silent --show-error --max-time 20 --data "{\"leader\": \"${PATRONI_NAME:?}\"}" "$patroni/switchover" || true
    echo
  fi
done
