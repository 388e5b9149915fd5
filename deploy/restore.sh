#!/bin/sh
# Puts a folder that backup.sh made where SAYSO_DATABASE_URL (or the default) points; overwrites nothing.
# deploy/restore.sh FOLDER
set -eu
umask 077
source=${1:?name a folder that backup.sh made: deploy/restore.sh FOLDER}
(cd "$source" && sha256sum --check --quiet SHA256SUMS) || { echo "the back-up is not whole: nothing was restored" >&2; exit 1; }
default="sqlite:///${XDG_DATA_HOME:-$HOME/.local/share}/sayso/sayso.db"
url=${SAYSO_DATABASE_URL:-$default}
taken() {
    echo "$1: nothing was restored. Move it away, or name another place in SAYSO_DATABASE_URL" >&2
    exit 1
}
case $url in
sqlite:///*)
    [ -f "$source/sayso.db" ] || { echo "this is no back-up of SQLite" >&2; exit 2; }
    file=${url#sqlite:///}
    file=${file%%\?*}
    keys=$(dirname "$file")
    ;;
postgres*://*)
    [ -f "$source/sayso.dump" ] || { echo "this is no back-up of PostgreSQL" >&2; exit 2; }
    file=
    keys="${XDG_DATA_HOME:-$HOME/.local/share}/sayso"
    ;;
*)
    echo "SAYSO_DATABASE_URL: no database that is known" >&2
    exit 2
    ;;
esac
for key in secret vault push; do
    if [ -f "$source/$key" ] && [ -f "$keys/$key" ] && ! cmp -s "$source/$key" "$keys/$key"; then
        taken "there is another key at $keys/$key"
    fi
done
if [ -n "$file" ]; then
    for one in "$file" "$file-wal" "$file-shm"; do
        if [ -e "$one" ]; then taken "there is a database at $one"; fi
    done
    mkdir -p "$keys"
    cp "$source/sayso.db" "$file"
else
    tables=$(psql --no-psqlrc --tuples-only --no-align --dbname="$url" \
        --command="SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'")
    if [ "$tables" -ne 0 ]; then taken "the database holds $tables tables"; fi
    pg_restore --single-transaction --exit-on-error --no-owner --dbname="$url" "$source/sayso.dump"
fi
for key in secret vault push; do
    if [ -f "$source/$key" ]; then
        mkdir -p "$keys"
        cp -p "$source/$key" "$keys/$key"
    fi
done
echo "restored from $source"
