#!/bin/sh
# Run once by the PostgreSQL image when its data are made: the registry's own user and database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$REGISTRY_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
CREATE ROLE registry LOGIN PASSWORD :'password';
CREATE DATABASE registry OWNER registry;
SQL
