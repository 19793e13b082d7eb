#!/bin/sh
# Writes random passwords for docker-compose.yml into secrets/, once: what is there is left alone.
set -eu
cd "$(dirname "$0")/.."

random() {
  head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'
}

put() {
  [ -e "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"
  # Containers read them under users of their own; the folder keeps all others out.
  chmod 444 "secrets/$1"
}

mkdir -p -m 700 secrets
put database_password "$(random)"
put redis_password "$(random)"
put artifacts_key_id "$(random | cut -c 1-20)"
put artifacts_key "$(random)"
put database_url "postgresql://pagewitness:$(cat secrets/database_password)@postgres:5432/pagewitness"
put redis_url "redis://:$(cat secrets/redis_password)@redis:6379"
echo "Secrets are in secrets/."
